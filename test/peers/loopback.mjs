// Loaded into a published server before its own code (node --import), which
// would listen on all interfaces: keeps it on the loopback interface, on a port
// that the system chooses, and prints where that is. It also ends the server
// when the program that started it is gone.
import { Server } from "node:net";

process.env.PORT = "0";

const listen = Server.prototype.listen;
Server.prototype.listen = function (_port, ...rest) {
  this.once("listening", () => console.log(`http://127.0.0.1:${this.address().port}/mcp`));
  return listen.call(this, { port: 0, host: "127.0.0.1" }, ...rest.filter((one) => typeof one === "function"));
};

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 1000).unref();
