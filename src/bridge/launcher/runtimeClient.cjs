/**
 * What curl does for the launcher, for Node: arguments socket, token file, door, seconds in all, seconds of silence; what is
 * to be sent on standard input. The launcher is a file of its own: nothing of the bundle is there when it runs.
 */
// `__FACTS__` is what `runtimeClient` fills in.
/** @type {any} */
const facts = __FACTS__;
const [socketPath = '', tokenFile = '', door = '', seconds = '', silence = ''] = process.argv.slice(1);
const started = Date.now();
let status = 0;
const finish = (/** @type {number} */ code) => {
  process.stdout.write('\n' + status + ' ' + Math.floor((Date.now() - started) / 1000) + ' ' + code, () =>
    process.exit(code),
  );
};
process.stdout.on('error', () => process.exit(1));
setTimeout(() => finish(28), Number(seconds) * 1000);
/** @type {Buffer[]} */
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', () => {
  const payload = Buffer.concat(chunks);
  const token = require('fs').readFileSync(tokenFile, 'utf8').trim().split(': ')[1];
  const request = require('http').request({
    socketPath,
    path: '/v1/' + door,
    method: 'POST',
    agent: false,
    headers: {
      [facts.tokenHeader]: token,
      'x-auto-mode-seconds': seconds,
      'content-type': facts.contentType,
      'content-length': payload.length,
    },
  });
  request.setTimeout(Number(silence) * 1000, () => finish(28));
  request.on('error', () => finish(56));
  request.on('response', (response) => {
    status = response.statusCode ?? 0;
    let length = 0;
    response.on('data', (data) => {
      length += data.length;
      if (length > facts.maxAnswerBytes) finish(63);
      else process.stdout.write(data);
    });
    response.on('error', () => finish(56));
    response.on('end', () => finish(response.complete ? 0 : 18));
  });
  request.end(payload);
});
