/**
 * How a hook entry on Windows runs the launcher, a batch file. Node starts none without a shell, so cmd.exe does, by its full path. Not run
 * on Windows yet.
 */
const CMD = 'C:\\Windows\\System32\\cmd.exe';

/** For entries that name a program and its arguments. `/d`: no commands that somebody registered for every start of cmd.exe. */
export function windowsProgram(
  launcherPath: string,
  words: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  return { command: CMD, args: ['/d', '/c', launcherPath, ...words] };
}

/** For entries that hand a line to cmd.exe. */
export function windowsLine(launcherPath: string, words: readonly string[]): string {
  return [`"${launcherPath}"`, ...words].join(' ');
}

/** For entries that hand a line to PowerShell, which would end with 1 whatever the exit code. */
export function powerShellLine(launcherPath: string, words: readonly string[]): string {
  return `& '${launcherPath.replaceAll("'", "''")}' ${words.join(' ')}; exit $LASTEXITCODE`;
}
