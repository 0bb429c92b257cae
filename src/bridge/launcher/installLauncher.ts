import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';
import { findProgram, SYSTEM_FOLDERS } from '../../disk/systemPrograms';
import { launcherScript, type LauncherPrograms } from './launcherScript';
import { LAUNCHER_MODULE_NAME, launcherBatch, launcherModule } from './windowsLauncher';

const MODE = 0o700;

export function installLauncher(
  gate: GateHome,
  dialects: readonly AgentDialect[],
  programs: LauncherPrograms = findPrograms(SYSTEM_FOLDERS),
): void {
  write(gate.launcher, launcherScript(gate, programs, dialects));
}

/** Only the editor's runtime is certain on Windows. */
export function installWindowsLauncher(gate: GateHome, dialects: readonly AgentDialect[]): void {
  write(join(gate.directory, LAUNCHER_MODULE_NAME), launcherModule(gate, dialects));
  write(gate.launcher, launcherBatch(gate, process.execPath));
}

export function isLauncherCurrent(gate: GateHome, dialects: readonly AgentDialect[]): boolean {
  if (process.platform !== 'win32') {
    return readOwnFile(gate.launcher, MODE) === launcherScript(gate, findPrograms(SYSTEM_FOLDERS), dialects);
  }
  return (
    readOwnFile(join(gate.directory, LAUNCHER_MODULE_NAME), MODE) === launcherModule(gate, dialects) &&
    readOwnFile(gate.launcher, MODE) === launcherBatch(gate, process.execPath)
  );
}

function write(path: string, text: string): void {
  if (readOwnFile(path, MODE) !== text) writeOwnFile(path, text, MODE);
}

export function findPrograms(folders: readonly string[]): LauncherPrograms {
  return {
    tr: findProgram('tr', folders) ?? '/usr/bin/tr',
    head: findProgram('head', folders) ?? '/usr/bin/head',
    curl: findProgram('curl', folders),
    shellOption: findShellOption('/bin/sh'),
    environment: findEnvironment('/proc/self/environ', folders),
    runtime: process.execPath,
  };
}

/**
 * Ignores functions and options from the environment. With bash 5.2 as sh, SHELLOPTS=noexec would silently end the
 * launcher with exit code 0. Undefined if the shell always does (busybox).
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

export function findEnvironment(kernelFile: string, folders: readonly string[]): LauncherPrograms['environment'] {
  try {
    accessSync(kernelFile, constants.R_OK);
    return 'proc';
  } catch {
    const env = findProgram('env', folders);
    if (env === undefined) return undefined;
    const { status, stdout } = spawnSync(env, ['-0'], { env: { A: '1\n2' }, encoding: 'utf8', timeout: 5_000 });
    return status === 0 && stdout.includes('A=1\n2\0') ? { env } : undefined;
  }
}
