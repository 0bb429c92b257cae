/** A hook sees only a shell call's command and folder; the session's record has the rest. */
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import type { JsonObject, JsonValue } from '../../common/json';

/** In the payload, or only about waiting, display or Codex's sandbox. */
const SHOWN_OR_HARMLESS: ReadonlySet<string> = new Set([
  ...['cmd', 'command', 'workdir', 'yield_time_ms', 'timeout_ms', 'timeout', 'max_output_tokens'],
  ...['justification', 'sandbox_permissions', 'with_escalated_permissions', 'login', 'type'],
]);

/** Codex uses only its kind. */
const KNOWN_SHELL = /^(?:.*\/)?(bash|zsh|sh)$/;

/** Shells parse some lines differently. */
export interface CodexShells {
  readonly read: string | undefined;
  /** Codex's default; undefined: unknown. */
  readonly run: string | undefined;
}

/** The gate uses the environment, Codex the account. */
export function codexShells(environment: NodeJS.ProcessEnv): CodexShells {
  const named = environment['SHELL'];
  return { read: named === undefined || named === '' ? undefined : basename(named), run: accountShell() };
}

function accountShell(): string | undefined {
  try {
    return basename(userInfo().shell ?? '');
  } catch {
    // As in some containers.
    return undefined;
  }
}

export const UNSEEN_OPTIONS: JsonObject = { unseen_options: 'Codex shows them to no hook' };

/** They may change the effect. */
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
  // Codex replaces an unknown shell of the account.
  const started = shell ?? run;
  return typeof started === 'string' && KNOWN_SHELL.exec(started)?.[1] === read;
}
