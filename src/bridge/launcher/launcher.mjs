// Auto Mode's launcher. Written by the Auto Mode extension, which overwrites every change.
import { writeSync } from 'node:fs';
import { answerOfWindows, facts, onWindows, timeLeft } from './windowClient.mjs';

const [agent = '', kind] = process.argv.slice(2);
const isNotice = kind === facts.notice;
const seconds = isNotice ? Math.min(facts.noticeSeconds, facts.seconds) : facts.seconds;
const left = timeLeft(seconds);
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
  answerOfWindows({ agent, isNotice, payload, variables: variables(), left }).then((answer) => {
    if (answer === undefined) unreachable();
    else end(answer.code, answer.output, answer.errors);
  }, breakOff);
});

/** At the launcher's start. */
function variables() {
  const others = { ...process.env };
  const kept = others['AUTO_MODE_KEPT_NODE_OPTIONS'];
  for (const own of OWN_VARIABLES) delete others[own];
  if (onWindows && kept) others['NODE_OPTIONS'] = kept;
  return others;
}
