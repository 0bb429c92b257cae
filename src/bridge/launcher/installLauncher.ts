import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import type { AgentDialect } from '../../agents/agentDialect';
import type { GateHome } from '../gateHome';
import { readOwnFile, writeOwnFile } from '../ownFile';
import { launcherScript, type LauncherPrograms } from './launcherScript';

const MODE = 0o700;

/** Folders that only the administrator writes to. PATH is the environment's, and a folder of the user's could be an agent's work. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** Writes the launcher where it is missing, changed or of another version. */
export function installLauncher(
  gate: GateHome,
  dialects: readonly AgentDialect[],
  programs: LauncherPrograms = findPrograms(SYSTEM_FOLDERS),
): void {
  const script = launcherScript(gate, programs, dialects);
  if (readOwnFile(gate.launcher, MODE) !== script) writeOwnFile(gate.launcher, script, MODE);
}

export function findPrograms(folders: readonly string[]): LauncherPrograms {
  return {
    tr: findProgram('tr', folders) ?? '/usr/bin/tr',
    curl: findProgram('curl', folders),
    shellOption: findShellOption('/bin/sh'),
    runtime: process.execPath,
  };
}

/**
 * The option by which a shell takes neither functions nor options of its own from the environment; undefined for a shell that has none
 * (busybox, older dash), which takes none anyway. Tried with bash 5.2 as sh: with SHELLOPTS=noexec the launcher would end at once, silent
 * and with exit code 0, and the call would run.
 */
export function findShellOption(shell: string): string | undefined {
  const { status, stdout } = spawnSync(shell, ['-p', '-c', 'printf known'], {
    env: {},
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 5_000,
  });
  return status === 0 && stdout === 'known' ? '-p' : undefined;
}

function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders
    .map((folder) => `${folder}/${name}`)
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    });
}
