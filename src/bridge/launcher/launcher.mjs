// Auto Mode's launcher. Written by the Auto Mode extension, which overwrites every change. `launcherModule` fills in
// `__FACTS__`.
import { readdirSync, readFileSync, lstatSync, writeSync } from 'node:fs';
import { request as ask } from 'node:http';
import { join } from 'node:path';

/** @type {any} */
const facts = __FACTS__;
const [agent = '', kind] = process.argv.slice(2);
const isNotice = kind === facts.notice;
const onWindows = process.platform === 'win32';
// A sleeping machine stops one clock.
const seconds = isNotice ? Math.min(facts.noticeSeconds, facts.seconds) : facts.seconds;
const started = { wall: Date.now(), monotonic: performance.now() };
const left = () => seconds * 1000 - Math.max(Date.now() - started.wall, performance.now() - started.monotonic);
let ended = false;
/** Set by the batch file, not the agent. */
const OWN_VARIABLES = ['ELECTRON_RUN_AS_NODE', 'AUTO_MODE_RUNTIME', 'AUTO_MODE_SCRIPT', 'AUTO_MODE_KEPT_NODE_OPTIONS'];

/**
 * What cannot be handed over is refused.
 *
 * @param {number} code
 * @param {string} output
 * @param {string} errors
 */
function end(code, output, errors) {
  if (ended) return;
  ended = true;
  try {
    if (errors !== '') writeWhole(2, errors + '\n');
    // Plain letters only: a shell between the agent and this program may read them in another code page.
    if (output !== '')
      writeWhole(
        1,
        output.replace(
          /[^ -~]/g,
          (/** @type {string} */ unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'),
        ) + '\n',
      );
  } catch {
    code = isNotice ? 0 : 2;
  }
  process.exit(code);
}

/**
 * @param {number} file
 * @param {string} text
 */
function writeWhole(file, text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN' || left() <= 0) throw error;
    }
  }
}

/** @param {string} reason */
function refuse(reason) {
  end(2, '', reason);
}

function breakOff() {
  if (isNotice) end(0, '', '');
  else refuse('Auto Mode: the launcher broke off, so the call is refused.');
}
process.on('uncaughtException', breakOff);
process.on('unhandledRejection', breakOff);

let payload = Buffer.alloc(0);

/**
 * If no window answered. The agent's own prompt counts only in a mode that is at the top level of the payload, once.
 */
function unreachable() {
  if (isNotice) return end(0, '{}', '');
  const {
    promptingField = 'permission_mode',
    promptingModes,
    prompting,
    otherwise,
    refusal,
  } = facts.unreachable[agent];
  if (promptingModes.includes(topLevelText(promptingField))) end(0, prompting, '');
  else if (refusal === undefined) end(0, otherwise, '');
  else end(2, otherwise, refusal);
}

/** @param {string} field */
function topLevelText(field) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
    const read = JSON.parse(text);
    // A parser takes the last of two equal keys, the agent perhaps the first: the name must not come twice before the
    // tool's input.
    const front = text.slice(0, text.indexOf('"tool_input"'));
    if (!text.includes('"tool_input"') || front.split('"' + field + '"').length !== 2) return undefined;
    const value = Object.hasOwn(read, field) ? read[field] : undefined;
    return front.includes('"' + field + '":' + JSON.stringify(value) + ',') ? value : undefined;
  } catch {
    return undefined;
  }
}

if (!Object.hasOwn(facts.unreachable, agent)) {
  refuse('Auto Mode: the hook entry names an unknown agent. Connect the agent again in VS Code.');
} else if (kind !== undefined && !isNotice) {
  refuse('Auto Mode: the hook entry has an unknown second word. Connect the agent again in VS Code.');
}

setInterval(
  () => {
    if (left() <= 0) unreachable();
  },
  Math.min(1000, (seconds * 1000) / 4),
);

/** @type {Buffer[]} */
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('error', breakOff);
process.stdin.on('end', () => {
  // A null byte ends the environment. Another control character is still no JSON.
  payload = Buffer.from(Buffer.concat(chunks).map((byte) => (byte === 0 ? 1 : byte)));
  askAll(newestFirst()).then(unreachable, breakOff);
});

/** Skips windows whose process ended: another program could listen under their name. */
function newestFirst() {
  const ending = onWindows ? '.json' : '.sock';
  try {
    return readdirSync(facts.run)
      .filter((name) => name.endsWith(ending) && (!onWindows || isAlive(name)))
      .map((name) => ({ name: name.slice(0, -ending.length), time: lstatSync(join(facts.run, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time)
      .slice(0, 64)
      .map(({ name }) => (onWindows ? '\\\\.\\pipe\\auto-mode-' + name : join(facts.run, name + ending)));
  } catch {
    return [];
  }
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

/** At the launcher's start. */
function environment() {
  const others = { ...process.env };
  const kept = others['AUTO_MODE_KEPT_NODE_OPTIONS'];
  for (const own of OWN_VARIABLES) delete others[own];
  if (onWindows && kept) others['NODE_OPTIONS'] = kept;
  // Windows ignores case; the gate looks for upper case.
  const records = Object.entries(others).map(
    ([name, value]) => (onWindows ? name.toUpperCase() : name) + '=' + value + '\0',
  );
  return Buffer.from(facts.environmentStart + records.join('') + '&');
}

/** @param {readonly string[]} addresses newest window first */
async function askAll(addresses) {
  let token;
  try {
    token = readFileSync(facts.token, 'utf8').trim().split(': ')[1];
  } catch {
    return;
  }
  const body = Buffer.concat([environment(), payload]);
  for (const address of addresses) {
    const text = await answerOf(address, token, body);
    if (text !== undefined) handOver(text);
    if (ended || left() <= 0) return;
  }
}

/**
 * Undefined without a whole answer of status 200.
 *
 * @param {string} socketPath
 * @param {string | undefined} token
 * @param {Buffer} body
 * @returns {Promise<string | undefined>}
 */
function answerOf(socketPath, token, body) {
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
      resolve(text);
      request.destroy();
    };
    request.setTimeout(facts.silentSeconds * 1000, () => give(undefined));
    request.on('error', () => give(undefined));
    request.on('response', (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      let length = 0;
      response.on('data', (part) => {
        length += part.length;
        if (length > facts.maxAnswerBytes) give(undefined);
        else parts.push(part);
      });
      response.on('error', () => give(undefined));
      response.on('end', () =>
        give(response.complete && response.statusCode === 200 ? Buffer.concat(parts).toString() : undefined),
      );
    });
    request.end(body);
  });
}

/**
 * Ends if the text is a window's answer.
 * @param {string} text
 */
function handOver(text) {
  const lines = text.replace(/^[ \n]+/, '').split('\n');
  if (lines.pop() !== '' || lines.pop() !== facts.frameEnd) return;
  const [first, output, ...errors] = lines;
  const code = first === `${facts.frameStart} 0` ? 0 : first === `${facts.frameStart} 2` ? 2 : undefined;
  if (code === undefined || output === undefined || !/^\{.*\}$/.test(output)) return;
  const said = errors.map((line) => (line.startsWith(facts.errorMark) ? line.slice(1) : line)).join('\n');
  end(code, output, code === 0 ? '' : said || 'Auto Mode refused this call.');
}
