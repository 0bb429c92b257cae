/**
 * Codex shows its hooks the command of a shell call and its folder, nothing else. What else the model asked for stands in the session's
 * record before the hook runs: another shell, a terminal into which Codex lets the model type later without asking any hook, and so on.
 */
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import type { JsonObject, JsonValue } from '../../common/json';

/** The command, its folder (both in the payload), and what changes how long is waited, what is shown, or Codex's own sandbox alone. */
const SHOWN_OR_HARMLESS: ReadonlySet<string> = new Set([
  ...['cmd', 'command', 'workdir', 'yield_time_ms', 'timeout_ms', 'timeout', 'max_output_tokens'],
  ...['justification', 'sandbox_permissions', 'with_escalated_permissions', 'login', 'type'],
]);

/** Codex takes the kind of a shell from the name, and runs its own choice of that kind. */
const KNOWN_SHELL = /^(?:.*\/)?(bash|zsh|sh)$/;

/** Names of programs: two shells of different kinds do not read every line alike. */
export interface CodexShells {
  /** As which the gate reads a command; undefined where it reads none. */
  readonly read: string | undefined;
  /** Which Codex starts where the model names none; undefined where that cannot be told. */
  readonly run: string | undefined;
}

/** The gate goes by the environment, Codex by the account. */
export function codexShells(environment: NodeJS.ProcessEnv): CodexShells {
  const named = environment['SHELL'];
  return { read: named === undefined || named === '' ? undefined : basename(named), run: accountShell() };
}

function accountShell(): string | undefined {
  try {
    return basename(userInfo().shell ?? '');
  } catch {
    // An account without an entry, as in some containers.
    return undefined;
  }
}

/** Stands for what could not be found: nothing is then known of the call but its command. */
export const UNSEEN_OPTIONS: JsonObject = { unseen_options: 'Codex shows them to no hook' };

/** Those options of a shell call that may change what its command does. */
export function shownOptions(input: JsonObject, shells: CodexShells): JsonObject {
  const { shell = null, ...options } = input;
  const shown = Object.entries(options).filter(([name, value]) => {
    if (value === null || SHOWN_OR_HARMLESS.has(name)) return false;
    return name !== 'tty' || value !== false;
  });
  return {
    ...Object.fromEntries(shown),
    ...(isRead(shell, shells) ? {} : { shell: shell ?? shells.run ?? 'unknown' }),
  };
}

function isRead(shell: JsonValue, { read, run }: CodexShells): boolean {
  if (read === undefined) return shell === null;
  // Of an account with a shell that it does not know, Codex takes another one.
  const started = shell ?? run;
  return typeof started === 'string' && KNOWN_SHELL.exec(started)?.[1] === read;
}
