import { WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';

/** With a reason, a hint and the guidance an answer has a few kB; the heartbeats of the longest wait are 10 kB. */
export const MAX_ANSWER_BYTES = 1_000_000;

/**
 * What curl does for the launcher, for Node: arguments socket, token file, door, seconds in all, seconds of silence; what is to be sent on
 * standard input. Plain text, since the launcher is a file of its own: nothing of the bundle is there when it runs.
 */
export const RUNTIME_CLIENT = `
const [socketPath, tokenFile, door, seconds, silence] = process.argv.slice(1);
const started = Date.now();
let status = 0;
const finish = (code) => {
  process.stdout.write("\\n" + status + " " + Math.floor((Date.now() - started) / 1000) + " " + code, () => process.exit(code));
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
    path: "/v1/" + door,
    method: "POST",
    agent: false,
    headers: {
      "${TOKEN_HEADER}": token,
      "x-auto-mode-seconds": seconds,
      "content-type": "${WITH_ENVIRONMENT}",
      "content-length": payload.length,
    },
  });
  request.setTimeout(silence * 1000, () => finish(28));
  request.on("error", () => finish(56));
  request.on("response", (response) => {
    status = response.statusCode;
    let length = 0;
    response.on("data", (data) => {
      length += data.length;
      if (length > ${MAX_ANSWER_BYTES}) finish(63);
      else process.stdout.write(data);
    });
    response.on("error", () => finish(56));
    response.on("end", () => finish(response.complete ? 0 : 18));
  });
  request.end(payload);
});
`.trim();
