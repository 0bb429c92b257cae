import { win32 } from 'node:path';
import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';
import { LAUNCHER_LIMITS, NOTICE_ARGUMENT, NOTICE_SECONDS, type LauncherLimits } from './launcherScript';
import { LAUNCHER_MODULE } from './programTexts';
import { MAX_ANSWER_BYTES } from './runtimeClient';

export const LAUNCHER_MODULE_NAME = 'launcher.mjs';

/** The agent's NODE_OPTIONS must not reach the runtime. */
const KEPT_NODE_OPTIONS = 'AUTO_MODE_KEPT_NODE_OPTIONS';

/**
 * Node starts no batch file: cmd.exe runs this one, which runs `launcher.mjs` in the editor's runtime. Untested on
 * Windows.
 * In the machine's code page, so it names the runtime relative to itself, or switches to UTF-8.
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
function batchText(text: string): string {
  return text.replaceAll('%', '%%');
}

/** On Windows a file in the gate's folder, named like its pipe, shows each window. */
export function launcherModule(
  gate: GateHome,
  dialects: readonly AgentDialect[],
  limits: LauncherLimits = LAUNCHER_LIMITS,
): string {
  const unreachable = Object.fromEntries(dialects.map((dialect) => [dialect.id, dialect.unreachable]));
  const facts = {
    run: gate.run,
    token: gate.token,
    notice: NOTICE_ARGUMENT,
    noticeSeconds: NOTICE_SECONDS,
    ...limits,
    unreachable,
    tokenHeader: TOKEN_HEADER,
    contentType: WITH_ENVIRONMENT,
    environmentStart: ENVIRONMENT_START,
    frameStart: FRAME_START,
    frameEnd: FRAME_END,
    errorMark: ERROR_MARK,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  };
  return LAUNCHER_MODULE.replace(/^const facts = __FACTS__;$/m, () => `const facts = ${JSON.stringify(facts)};`);
}
