import { TOKEN_HEADER } from '../token';

/**
 * What curl does for the launcher, for Node: arguments socket, token file, agent, seconds in all, seconds of silence; the payload on
 * standard input. Plain text, since the launcher is a file of its own: nothing of the bundle is there when it runs.
 */
export const RUNTIME_CLIENT = `
const [socketPath, tokenFile, agent, seconds, silence] = process.argv.slice(1);
const started = Date.now();
let status = 0;
const finish = (code) => {
  process.stdout.write("\\n" + status + " " + Math.floor((Date.now() - started) / 1000), () => process.exit(code));
};
process.stdout.on("error", () => process.exit(1));
setTimeout(() => finish(28), seconds * 1000);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("end", () => {
  const payload = Buffer.concat(chunks);
  const token = require("fs").readFileSync(tokenFile, "utf8").trim().split(": ")[1];
  const request = require("http").request({
    socketPath,
    path: "/v1/hook/" + agent,
    method: "POST",
    agent: false,
    headers: {
      "${TOKEN_HEADER}": token,
      "x-auto-mode-seconds": seconds,
      "content-type": "application/json",
      "content-length": payload.length,
    },
  });
  request.setTimeout(silence * 1000, () => finish(28));
  request.on("error", () => finish(56));
  request.on("response", (response) => {
    status = response.statusCode;
    response.on("data", (data) => process.stdout.write(data));
    response.on("error", () => finish(56));
    response.on("end", () => finish(response.complete ? 0 : 18));
  });
  request.end(payload);
});
`.trim();
