import { win32 } from 'node:path';
import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';
import { LAUNCHER_LIMITS, NOTICE_ARGUMENT, NOTICE_SECONDS, type LauncherLimits } from './launcherScript';
import { MAX_ANSWER_BYTES } from './runtimeClient';

/** Beside the batch file. */
export const LAUNCHER_MODULE = 'launcher.mjs';

/** Where the batch file finds NODE_OPTIONS as the agent had it: it must not reach the runtime itself. */
const KEPT_NODE_OPTIONS = 'AUTO_MODE_KEPT_NODE_OPTIONS';

/**
 * The launcher for Windows, in two files, since an entry cannot set a variable and Node starts no batch file: the entry runs cmd.exe with
 * this one, which runs the editor's runtime as Node with `launcher.mjs` beside it. Not run on Windows yet.
 *
 * The file is read in the code page of the machine. So it names the runtime from its own folder on, and where that is not plain either,
 * it is read as UTF-8 from there on. Of `NODE_OPTIONS` the value is copied by delayed expansion, which does not read it as commands.
 * @param runtime absolute path of the editor's program
 */
export function launcherBatch(gate: GateHome, runtime: string): string {
  const sameDrive = win32.parse(gate.directory).root.toLowerCase() === win32.parse(runtime).root.toLowerCase();
  const place = sameDrive ? `%~dp0${batchText(win32.relative(gate.directory, runtime))}` : batchText(runtime);
  const isPlain = /^[ -~]*$/.test(place);
  return [
    '@echo off',
    "rem Auto Mode's launcher: hands an agent's hook payload to the VS Code window that has the folder open.",
    'rem Written by the Auto Mode extension, which overwrites every change.',
    ...(isPlain ? [] : ['"%SystemRoot%\\System32\\chcp.com" 65001 >nul']),
    'setlocal DisableDelayedExpansion',
    `set "AUTO_MODE_RUNTIME=${place}"`,
    `set "AUTO_MODE_SCRIPT=%~dp0${LAUNCHER_MODULE}"`,
    'setlocal EnableDelayedExpansion',
    `set "${KEPT_NODE_OPTIONS}=!NODE_OPTIONS!"`,
    'set "NODE_OPTIONS="',
    'set "NODE_V8_COVERAGE="',
    'set "NODE_REDIRECT_WARNINGS="',
    'set "ELECTRON_RUN_AS_NODE=1"',
    '"!AUTO_MODE_RUNTIME!" "!AUTO_MODE_SCRIPT!" %1 %2',
    'if !errorlevel! equ 0 exit /b 0',
    `if "%~2"=="${NOTICE_ARGUMENT}" exit /b 0`,
    'if not !errorlevel! equ 2 echo Auto Mode: the launcher broke off, so the call is refused. 1>&2',
    'exit /b 2',
    '',
  ].join('\r\n');
}

/** In a batch file a percent sign stands for itself only when doubled. */
function batchText(text: string): string {
  return text.replaceAll('%', '%%');
}

/**
 * What the shell script does elsewhere, for Node: asks one window after the other and prints exactly one whole answer; whatever goes wrong
 * ends in the agent's unreachable answer. On Windows a window is found by its file in the gate's folder, which is named like its pipe.
 */
export function launcherModule(
  gate: GateHome,
  dialects: readonly AgentDialect[],
  limits: LauncherLimits = LAUNCHER_LIMITS,
): string {
  const unreachable = Object.fromEntries(dialects.map((dialect) => [dialect.id, dialect.unreachable]));
  const facts = { run: gate.run, token: gate.token, noticeSeconds: NOTICE_SECONDS, ...limits, unreachable };
  return `// Auto Mode's launcher. Written by the Auto Mode extension, which overwrites every change.
import { readdirSync, readFileSync, lstatSync, writeSync } from "node:fs";
import { request as ask } from "node:http";
import { join } from "node:path";

const facts = ${JSON.stringify(facts)};
const [agent, kind] = process.argv.slice(2);
const isNotice = kind === ${JSON.stringify(NOTICE_ARGUMENT)};
const onWindows = process.platform === "win32";
// Both clocks, since a machine that sleeps stops one of them.
const seconds = isNotice ? Math.min(facts.noticeSeconds, facts.seconds) : facts.seconds;
const started = { wall: Date.now(), monotonic: performance.now() };
const left = () => seconds * 1000 - Math.max(Date.now() - started.wall, performance.now() - started.monotonic);
let ended = false;

/** Prints the one answer and ends. What cannot be handed over is refused. */
function end(code, output, errors) {
  if (ended) return;
  ended = true;
  try {
    if (errors !== "") writeWhole(2, errors + "\\n");
    // Plain letters only: a shell between the agent and this program may read them in another code page.
    if (output !== "") writeWhole(1, output.replace(/[^ -~]/g, (unit) => "\\\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0")) + "\\n");
  } catch {
    code = isNotice ? 0 : 2;
  }
  process.exit(code);
}

function writeWhole(file, text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      if (error.code !== "EAGAIN" || left() <= 0) throw error;
    }
  }
}

function refuse(reason) {
  end(2, "", reason);
}

function breakOff() {
  if (isNotice) end(0, "", "");
  else refuse("Auto Mode: the launcher broke off, so the call is refused.");
}
process.on("uncaughtException", breakOff);
process.on("unhandledRejection", breakOff);

let payload = Buffer.alloc(0);

/** The agent's answer where no window gave one. Its own prompt counts only in a mode that stands at the top level of the payload, once. */
function unreachable() {
  if (isNotice) return end(0, "{}", "");
  const { promptingField = "permission_mode", promptingModes, prompting, otherwise, refusal } = facts.unreachable[agent];
  if (promptingModes.includes(topLevelText(promptingField))) end(0, prompting, "");
  else if (refusal === undefined) end(0, otherwise, "");
  else end(2, otherwise, refusal);
}

function topLevelText(field) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
    const read = JSON.parse(text);
    // A parser takes the last of two keys of one name, the agent perhaps the first. So the name must not stand before the tool's input twice.
    const front = text.slice(0, text.indexOf('"tool_input"'));
    if (!text.includes('"tool_input"') || front.split('"' + field + '"').length !== 2) return undefined;
    const value = Object.hasOwn(read, field) ? read[field] : undefined;
    return front.includes('"' + field + '":' + JSON.stringify(value) + ",") ? value : undefined;
  } catch {
    return undefined;
  }
}

if (!Object.hasOwn(facts.unreachable, agent ?? "")) {
  refuse("Auto Mode: the hook entry names an unknown agent. Connect the agent again in VS Code.");
} else if (kind !== undefined && !isNotice) {
  refuse("Auto Mode: the hook entry has an unknown second word. Connect the agent again in VS Code.");
}

setInterval(() => {
  if (left() <= 0) unreachable();
}, Math.min(1000, (seconds * 1000) / 4));

const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("error", breakOff);
process.stdin.on("end", () => {
  // A null byte ends the environment, so none may come behind it; as another control character it is no JSON all the same.
  payload = Buffer.concat(chunks).map((byte) => (byte === 0 ? 1 : byte));
  askAll(newestFirst()).then(unreachable, breakOff);
});

/** Addresses of windows. Whose process is gone is passed over: somebody else could listen under its name by now. */
function newestFirst() {
  const ending = onWindows ? ".json" : ".sock";
  try {
    return readdirSync(facts.run)
      .filter((name) => name.endsWith(ending) && (!onWindows || isAlive(name)))
      .map((name) => ({ name: name.slice(0, -ending.length), time: lstatSync(join(facts.run, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time)
      .slice(0, 64)
      .map(({ name }) => (onWindows ? "\\\\\\\\.\\\\pipe\\\\auto-mode-" + name : join(facts.run, name + ending)));
  } catch {
    return [];
  }
}

function isAlive(name) {
  if (!/^\\d{1,10}-[0-9a-f]{8}\\.json$/.test(name)) return false;
  try {
    return process.kill(Number(name.split("-")[0]), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** As it was when the launcher started: what the batch file set is not the agent's. */
function environment() {
  const { ELECTRON_RUN_AS_NODE, AUTO_MODE_RUNTIME, AUTO_MODE_SCRIPT, ${KEPT_NODE_OPTIONS}, ...others } = process.env;
  if (onWindows && ${KEPT_NODE_OPTIONS}) others.NODE_OPTIONS = ${KEPT_NODE_OPTIONS};
  // Windows knows variables in any case; where names are looked at, they are in upper case.
  const records = Object.entries(others).map(([name, value]) => (onWindows ? name.toUpperCase() : name) + "=" + value + "\\0");
  return Buffer.from("${ENVIRONMENT_START}" + records.join("") + "&");
}

async function askAll(addresses) {
  let token;
  try {
    token = readFileSync(facts.token, "utf8").trim().split(": ")[1];
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

/** The whole text of a window that answers with 200; undefined for any other. */
function answerOf(socketPath, token, body) {
  return new Promise((resolve) => {
    const request = ask({
      socketPath,
      path: (isNotice ? "/v1/notice/" : "/v1/hook/") + agent,
      method: "POST",
      agent: false,
      headers: {
        "${TOKEN_HEADER}": token,
        "x-auto-mode-seconds": Math.max(1, Math.floor(left() / 1000)),
        "content-type": "${WITH_ENVIRONMENT}",
        "content-length": body.length,
      },
    });
    const give = (text) => {
      resolve(text);
      request.destroy();
    };
    request.setTimeout(facts.silentSeconds * 1000, () => give(undefined));
    request.on("error", () => give(undefined));
    request.on("response", (response) => {
      const parts = [];
      let length = 0;
      response.on("data", (part) => {
        length += part.length;
        if (length > ${MAX_ANSWER_BYTES}) give(undefined);
        else parts.push(part);
      });
      response.on("error", () => give(undefined));
      response.on("end", () => give(response.complete && response.statusCode === 200 ? Buffer.concat(parts).toString() : undefined));
    });
    request.end(body);
  });
}

/** Ends with a window's answer; does nothing where it is none. */
function handOver(text) {
  const lines = text.replace(/^[ \\n]+/, "").split("\\n");
  if (lines.pop() !== "" || lines.pop() !== "${FRAME_END}") return;
  const [first, output, ...errors] = lines;
  const code = first === "${FRAME_START} 0" ? 0 : first === "${FRAME_START} 2" ? 2 : undefined;
  if (code === undefined || output === undefined || !/^\\{.*\\}$/.test(output)) return;
  const said = errors.map((line) => (line.startsWith("${ERROR_MARK}") ? line.slice(1) : line)).join("\\n");
  end(code, output, code === 0 ? "" : said || "Auto Mode refused this call.");
}
`;
}
