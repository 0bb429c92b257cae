import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';
import { findProgram, SYSTEM_FOLDERS } from '../../disk/systemPrograms';
import { launcherScript, type LauncherPrograms } from './launcherScript';
import { LAUNCHER_MODULE } from './programTexts';
import { pluginPrograms } from './pluginPrograms';
import { windowClient, WINDOW_CLIENT_NAME } from './windowClient';
import { LAUNCHER_MODULE_NAME, launcherBatch } from './windowsLauncher';

const MODE = 0o700;

/** With what runs inside agents. */
export function installLauncher(gate: GateHome, dialects: readonly AgentDialect[]): void {
  for (const [path, text] of programs(gate, dialects)) {
    if (readOwnFile(path, MODE) !== text) writeOwnFile(path, text, MODE);
  }
}

export function isLauncherCurrent(gate: GateHome, dialects: readonly AgentDialect[]): boolean {
  return programs(gate, dialects).every(([path, text]) => readOwnFile(path, MODE) === text);
}

export function isLauncherMissing(gate: GateHome, dialects: readonly AgentDialect[]): boolean {
  return programs(gate, dialects).some(([path]) => lstatSync(path, { throwIfNoEntry: false }) === undefined);
}

/** Changes with any program; undefined: one is unusable. */
export function launcherMark(gate: GateHome, dialects: readonly AgentDialect[]): string | undefined {
  const hash = createHash('sha256');
  for (const [path] of programs(gate, dialects)) {
    const text = readOwnFile(path, MODE);
    if (text === undefined) return undefined;
    hash.update(`${text.length} ${text}`);
  }
  return hash.digest('base64');
}

function programs(gate: GateHome, dialects: readonly AgentDialect[]): readonly (readonly [string, string])[] {
  const isWindows = process.platform === 'win32';
  const beside = (name: string): string => join(gate.directory, name);
  const clients = [[beside(WINDOW_CLIENT_NAME), windowClient(gate, dialects)] as const];
  const plugins = pluginPrograms(dialects).map(({ name, text }) => [beside(name), text] as const);
  return isWindows
    ? [
        ...[...clients, ...plugins],
        // On Windows only the editor's runtime is certain.
        [beside(LAUNCHER_MODULE_NAME), LAUNCHER_MODULE],
        [gate.launcher, launcherBatch(gate, process.execPath)],
      ]
    : [...clients, ...plugins, [gate.launcher, launcherScript(gate, findPrograms(SYSTEM_FOLDERS), dialects)]];
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
 * Ignores functions and options of the environment: with bash 5.2 as sh, SHELLOPTS=noexec would silently end the
 * launcher with 0. Undefined if the shell always does (busybox).
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
