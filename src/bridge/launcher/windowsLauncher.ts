import { win32 } from 'node:path';
import type { GateHome } from '../../disk/gateHome';
import { NOTICE_ARGUMENT } from './launcherScript';

export const LAUNCHER_MODULE_NAME = 'launcher.mjs';

/** The runtime must not get the agent's NODE_OPTIONS. */
const KEPT_NODE_OPTIONS = 'AUTO_MODE_KEPT_NODE_OPTIONS';

/**
 * Node starts no batch file: cmd.exe runs this one, which runs `launcher.mjs` in the editor's runtime. Untested on
 * Windows. It is in the machine's code page, so names the runtime relative to itself, or switches to UTF-8.
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
    `set "AUTO_MODE_SCRIPT=%~dp0${LAUNCHER_MODULE_NAME}"`,
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

/** A batch file needs percent signs doubled. */
export function batchText(text: string): string {
  return text.replaceAll('%', '%%');
}
