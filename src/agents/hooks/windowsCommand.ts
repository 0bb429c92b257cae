/** Node starts batch files only through cmd.exe. Untested on Windows. */
const CMD = 'C:\\Windows\\System32\\cmd.exe';

/** `/d` skips cmd.exe's registered commands. */
export function windowsProgram(
  launcherPath: string,
  words: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  return { command: CMD, args: ['/d', '/c', launcherPath, ...words] };
}

export function windowsLine(launcherPath: string, words: readonly string[]): string {
  return [`"${launcherPath}"`, ...words].join(' ');
}

/** PowerShell alone would end with 1. */
export function powerShellLine(launcherPath: string, words: readonly string[]): string {
  return `& '${launcherPath.replaceAll("'", "''")}' ${words.join(' ')}; exit $LASTEXITCODE`;
}
