import { basename } from 'node:path';

/** The program name of the shell that agents start for the user's commands; undefined where the environment does not tell. */
export function loginShell(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const shell = environment['SHELL'];
  return shell === undefined || shell === '' ? undefined : basename(shell);
}
