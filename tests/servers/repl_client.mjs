// A client in TypeScript's SDK: `node repl_client.mjs MODULES COMMAND ARGUMENTS…` prints what it got.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [modules, command, ...args] = process.argv.slice(2);
const sdk = (path) =>
  import(pathToFileURL(join(modules, "@modelcontextprotocol/sdk/dist/esm", path)));
const { Client } = await sdk("client/index.js");
const { StdioClientTransport } = await sdk("client/stdio.js");

const client = new Client({ name: "typescript", version: "1" });
const transport = new StdioClientTransport({ command, args, stderr: "ignore" });
let protocol = "";
transport.setProtocolVersion = (version) => {
  protocol = version;
};
await client.connect(transport);
const call = (name, given) => client.callTool({ name, arguments: given });
const got = {
  protocol,
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  help: await call("help", { tool: "count" }),
  kept: await call("repl", { code: "n = count('banana')\nn" }),
  used: await call("repl", { code: "n + 1" }),
  failed: await call("repl", { code: "n = 0\n1 / 0" }),
  picture: await call("repl", { code: "photo('red')" }),
};
await client.close();
console.log(JSON.stringify(got));
