import { basename } from 'node:path';

export function loginShell(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const shell = environment['SHELL'];
  return shell === undefined || shell === '' ? undefined : basename(shell);
}
