import { win32 } from 'node:path';
import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';
import { LAUNCHER_LIMITS, NOTICE_ARGUMENT, NOTICE_SECONDS, type LauncherLimits } from './launcherScript';
import { LAUNCHER_MODULE } from './programTexts';
import { MAX_ANSWER_BYTES } from './runtimeClient';

/** Beside the batch file. */
export const LAUNCHER_MODULE_NAME = 'launcher.mjs';

/** Where the batch file finds NODE_OPTIONS as the agent had it: it must not reach the runtime itself. */
const KEPT_NODE_OPTIONS = 'AUTO_MODE_KEPT_NODE_OPTIONS';

/**
 * The launcher for Windows, in two files, since an entry cannot set a variable and Node starts no batch file: the entry runs cmd.exe with
 * this one, which runs the editor's runtime as Node with `launcher.mjs` beside it. Not run on Windows yet.
 *
 * The file is read in the code page of the machine. So it names the runtime from its own folder on, and where that is not plain either,
 * it is read as UTF-8 from there on. Of `NODE_OPTIONS` the value is copied by delayed expansion, which does not read it as commands.
 * @param runtime absolute path of the editor's program
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

/** In a batch file a percent sign stands for itself only when doubled. */
function batchText(text: string): string {
  return text.replaceAll('%', '%%');
}

/**
 * What the shell script does elsewhere, for Node: asks one window after the other and prints exactly one whole answer; whatever goes wrong
 * ends in the agent's unreachable answer. On Windows a window is found by its file in the gate's folder, which is named like its pipe.
 */
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
