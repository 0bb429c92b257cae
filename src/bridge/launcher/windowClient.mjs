// Asks the windows of VS Code, for Auto Mode's programs beside this one. Written by the Auto Mode extension, which
// overwrites every change. `windowClient` fills in `__FACTS__`.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { join } from 'node:path';

/** @type {any} */
export const facts = __FACTS__;
export const onWindows = process.platform === 'win32';

/**
 * A sleeping machine stops one clock.
 *
 * @param {number} seconds
 * @returns {() => number} the milliseconds left
 */
export function timeLeft(seconds) {
  const started = { wall: Date.now(), monotonic: performance.now() };
  return () => seconds * 1000 - Math.max(Date.now() - started.wall, performance.now() - started.monotonic);
}

/**
 * The newest window first. Skips windows whose process ended: another program could listen under their name.
 *
 * @returns {string[]} addresses
 */
function addresses() {
  const ending = onWindows ? '.json' : '.sock';
  try {
    if (!isOwn(facts.run, 'folder')) return [];
    return readdirSync(facts.run)
      .filter((name) => name.endsWith(ending) && (onWindows ? isAlive(name) : isOwn(join(facts.run, name), 'socket')))
      .map((name) => ({ name: name.slice(0, -ending.length), time: lstatSync(join(facts.run, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time)
      .slice(0, 64)
      .map(({ name }) => (onWindows ? '\\\\.\\pipe\\auto-mode-' + name : join(facts.run, name + ending)));
  } catch {
    return [];
  }
}

/**
 * The payload is for nobody else.
 *
 * @param {string} path
 * @param {'folder' | 'socket'} kind
 */
function isOwn(path, kind) {
  if (onWindows) return true;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.uid !== process.getuid?.()) return false;
  return kind === 'folder' ? found.isDirectory() : found.isSocket();
}

/** @param {string} name */
function isAlive(name) {
  if (!/^\d{1,10}-[0-9a-f]{8}\.json$/.test(name)) return false;
  try {
    return process.kill(Number(name.split('-')[0]), 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {Readonly<Record<string, string | undefined>>} variables of the agent's commands */
function environment(variables) {
  // Windows ignores case; the gate looks for upper case.
  const records = Object.entries(variables).map(
    ([name, value]) => (onWindows ? name.toUpperCase() : name) + '=' + value + '\0',
  );
  return Buffer.from(facts.environmentStart + records.join('') + '&');
}

/**
 * @typedef {object} Question
 * @property {string} agent
 * @property {boolean} isNotice
 * @property {Buffer} payload without null bytes: they end the environment
 * @property {Readonly<Record<string, string | undefined>>} variables of the agent's commands
 * @property {() => number} left milliseconds
 * @property {AbortSignal} [signal] ends the question
 */

/**
 * @typedef {object} Answer
 * @property {0 | 2} code
 * @property {string} output a JSON object on one line
 * @property {string} errors empty unless `code` is 2
 */

/**
 * @param {Question} question
 * @returns {Promise<Answer | undefined>} undefined: no window gave a whole answer
 */
export async function answerOfWindows(question) {
  const { payload, variables, left, signal } = question;
  let token;
  try {
    token = readFileSync(facts.token, 'utf8').trim().split(': ')[1];
  } catch {
    return undefined;
  }
  const body = Buffer.concat([environment(variables), payload]);
  for (const address of addresses()) {
    const text = await answerOf(address, token, body, question);
    const answer = text === undefined ? undefined : wholeAnswer(text);
    if (answer !== undefined || left() <= 0 || signal?.aborted === true) return answer;
  }
  return undefined;
}

/**
 * Undefined without a whole response of status 200.
 *
 * @param {string} socketPath
 * @param {string | undefined} token
 * @param {Buffer} body
 * @param {Question} question
 * @returns {Promise<string | undefined>}
 */
function answerOf(socketPath, token, body, { agent, isNotice, left, signal }) {
  return new Promise((resolve) => {
    const request = ask({
      socketPath,
      path: (isNotice ? '/v1/notice/' : '/v1/hook/') + agent,
      method: 'POST',
      agent: false,
      headers: {
        [facts.tokenHeader]: token,
        'x-auto-mode-seconds': Math.max(1, Math.floor(left() / 1000)),
        'content-type': facts.contentType,
        'content-length': body.length,
      },
    });
    const give = (/** @type {string | undefined} */ text) => {
      clearInterval(timer);
      signal?.removeEventListener('abort', stop);
      resolve(text);
      request.destroy();
    };
    const stop = () => give(undefined);
    let silence = timeLeft(facts.silentSeconds);
    const timer = setInterval(
      () => {
        if (left() <= 0 || silence() <= 0) give(undefined);
      },
      Math.min(1000, (facts.silentSeconds * 1000) / 4),
    );
    signal?.addEventListener('abort', stop);
    request.on('error', stop);
    request.on('response', (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      let length = 0;
      response.on('data', (part) => {
        silence = timeLeft(facts.silentSeconds);
        length += part.length;
        if (length > facts.maxAnswerBytes) give(undefined);
        else parts.push(part);
      });
      response.on('error', stop);
      response.on('end', () =>
        give(response.complete && response.statusCode === 200 ? Buffer.concat(parts).toString() : undefined),
      );
    });
    request.end(body);
  });
}

/**
 * @param {string} text
 * @returns {Answer | undefined}
 */
function wholeAnswer(text) {
  const lines = text.replace(/^[ \n]+/, '').split('\n');
  if (lines.pop() !== '' || lines.pop() !== facts.frameEnd) return undefined;
  const [first, output, ...errors] = lines;
  const code = first === `${facts.frameStart} 0` ? 0 : first === `${facts.frameStart} 2` ? 2 : undefined;
  if (code === undefined || output === undefined || !/^\{.*\}$/.test(output)) return undefined;
  const said = errors.map((line) => (line.startsWith(facts.errorMark) ? line.slice(1) : line)).join('\n');
  return { code, output, errors: code === 0 ? '' : said || 'Auto Mode refused this call.' };
}
