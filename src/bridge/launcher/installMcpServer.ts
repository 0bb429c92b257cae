import { join } from 'node:path';
import { shellQuote } from '../../common/shellQuote';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';
import { batchText } from './windowsLauncher';

const MODE = 0o700;

/**
 * For MCP configurations of agents: the terminal's program is in the extension's folder, which updates move.
 * @param runtime the editor's, as Node with ELECTRON_RUN_AS_NODE
 * @param program `cli.js`
 */
export function installMcpServer(gate: GateHome, runtime: string, program: string): void {
  const isWindows = process.platform === 'win32';
  const path = join(gate.directory, isWindows ? 'mcp.cmd' : 'mcp');
  const text = isWindows ? batch(runtime, program) : script(runtime, program);
  if (readOwnFile(path, MODE) !== text) writeOwnFile(path, text, MODE);
}

function script(runtime: string, program: string): string {
  return `#!/bin/sh
# Auto Mode's MCP server: advice, not enforcement. Written by the Auto Mode extension, which overwrites every change.
unset NODE_OPTIONS
export ELECTRON_RUN_AS_NODE=1
exec ${shellQuote(runtime)} ${shellQuote(program)} mcp
`;
}

/** Untested on Windows. */
function batch(runtime: string, program: string): string {
  return [
    '@echo off',
    "rem Auto Mode's MCP server: advice, not enforcement. Written by the Auto Mode extension, which overwrites every change.",
    '"%SystemRoot%\\System32\\chcp.com" 65001 >nul',
    'set "NODE_OPTIONS="',
    'set "ELECTRON_RUN_AS_NODE=1"',
    `"${batchText(runtime)}" "${batchText(program)}" mcp`,
    '',
  ].join('\r\n');
}
