#!/usr/bin/env node
// Runs a command only where Auto Mode allows it: ask-the-gate.mjs PROGRAM [ARGUMENT]...
// Asks VS Code's windows by their sockets, as the launcher does. Exit code 126: the command did not run.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

const GATE = join(homedir(), '.auto-mode');
// A person may be asked.
const SECONDS = Number(process.env.GATE_SECONDS ?? 300);
// A window that decides sends white space every two seconds.
const SILENT_SECONDS = 20;
const MAX_ANSWER = 1_000_000;

/** One window's answer; undefined where another one is to be asked. Rejects without a whole answer. */
function answerOf(socketPath, token, payload, signal) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-auto-mode-token': token, 'x-auto-mode-seconds': String(Math.ceil(SECONDS)) };
    const asked = request({ socketPath, path: '/v1/hook/generic', method: 'POST', agent: false, headers, signal });
    asked.setTimeout(SILENT_SECONDS * 1000, () => asked.destroy(new Error('a window is silent.')));
    asked.on('error', reject);
    asked.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
        if (text.length > MAX_ANSWER) asked.destroy(new Error('an answer is too long.'));
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 404) resolve(undefined);
        else if (response.statusCode === 200 && response.complete) resolve(text);
        else reject(new Error(`a window answered with status ${response.statusCode}.`));
      });
    });
    asked.end(payload);
  });
}

/** Why the command must not run; undefined where the gate allows it. Rejects where it cannot be asked. */
async function objection(command) {
  // The gate reads a line of a shell. It is only read: the arguments run as they are.
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const payload = JSON.stringify({ tool_name: 'bash', tool_input: { command: line }, cwd: process.cwd() });
  const token = readFileSync(join(GATE, 'token'), 'utf8').trim().split(': ')[1];
  const signal = AbortSignal.timeout(SECONDS * 1000);
  for (const name of readdirSync(join(GATE, 'run')).filter((entry) => entry.endsWith('.sock'))) {
    // A window that was closed may leave its socket behind.
    const text = await answerOf(join(GATE, 'run', name), token, payload, signal).catch(() => undefined);
    if (text === undefined) continue;
    const [first, json, ...rest] = text.trimStart().split('\n');
    if (rest.pop() !== '' || rest.pop() !== 'auto-mode-end') return 'the answer is not whole.';
    const { decision, reason } = JSON.parse(json);
    return first === 'auto-mode-reply 0' && decision === 'allow' ? undefined : String(reason ?? 'no allow.');
  }
  return 'no VS Code window that has this folder open answered.';
}

const command = process.argv.slice(2);
const problem =
  command.length === 0 ? 'no program is given.' : await objection(command).catch((error) => error.message);
if (problem === undefined) {
  const [program, ...rest] = command;
  const child = spawn(program, rest, { stdio: 'inherit' });
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 127;
  });
  child.on('exit', (code) => (process.exitCode = code ?? 1));
} else {
  console.error(`Not run: ${problem}`);
  process.exitCode = 126;
}
