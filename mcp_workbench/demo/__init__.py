"""A real MCP server that ships with the package: small tools, pictures, a bar-code detector."""
