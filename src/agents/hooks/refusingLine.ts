import { shellQuote } from '../../common/shellQuote';
import { powerShellLine } from './windowsCommand';

/**
 * If a hook that cannot start lets the call run, the line refuses first, with exit code 2 and stderr text. For any
 * shell.
 */
export function refusingLine(launcherPath: string, agent: string, settingsFile: string): string {
  const launcher = shellQuote(launcherPath);
  const refusal = `Auto Mode: its launcher is missing, so the call is refused. Open VS Code with Auto Mode, or take its hooks out of ${settingsFile}.`;
  return `test -x ${launcher} || exec /bin/sh -c 'echo "${refusal}" >&2; exit 2'; ${launcher} ${agent}`;
}

/** PowerShell, untested on Windows. Without a launcher it ends with 0, so the line sets a refusal first. */
export function refusingPowerShellLine(launcherPath: string, agent: string): string {
  return `$global:LASTEXITCODE = 2; ${powerShellLine(launcherPath, [agent])}`;
}

/** A missing launcher must not fail a notice. */
export function noticeLine(launcherPath: string, agent: string, platform: NodeJS.Platform): string {
  const launcher = shellQuote(launcherPath);
  return platform === 'win32'
    ? powerShellLine(launcherPath, [agent, 'notice'])
    : `test ! -x ${launcher} || ${launcher} ${agent} notice`;
}
