"""One module a dialect of configuration files, and what all of them share."""
