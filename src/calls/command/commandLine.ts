import { analyse } from '../../shell/analyse';
import type { Analysis, Shell } from '../../shell/model/analysis';
import { isAbsolute, joinPath } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import { workTreeOf } from '../../files/git/workTree';
import type { MachineFacts } from '../../files/machineFacts';
import type { ShellUse } from '../tools/toolSubject';

export interface CommandLine {
  readonly analysis: Analysis;
  readonly cwd: string | undefined;
  readonly use: ShellUse;
}

export function commandLine(
  command: string,
  use: ShellUse,
  cwd: string | undefined,
  machine: MachineFacts,
  files: FileSystem,
): CommandLine {
  const folder = startFolder(use.folder, cwd, machine);
  const asksForTopLevel = folder !== undefined && command.includes('--show-toplevel');
  const analysis = analyse(command, shellOf(use, machine), {
    cwd: folder,
    home: machine.homeDirectory,
    platform: machine.platform,
    topLevel: asksForTopLevel ? workTreeOf(folder, machine, files) : undefined,
  });
  return { analysis, cwd: folder, use };
}

function startFolder(
  named: string | undefined,
  cwd: string | undefined,
  { platform }: MachineFacts,
): string | undefined {
  if (named === undefined) return cwd;
  if (isAbsolute(named, platform)) return named;
  // Tools differ: home, or a plain name.
  if (named.startsWith('~')) return undefined;
  return cwd === undefined ? undefined : joinPath(cwd, named, platform);
}

const LANGUAGES: ReadonlyMap<string, Shell> = new Map([
  ['bash', 'bash'],
  ['zsh', 'zsh'],
  ['sh', 'sh'],
  ['dash', 'sh'],
  ['ash', 'sh'],
  ['fish', 'fish'],
]);

/** On Windows shells use other paths: unknown. */
function shellOf({ language }: ShellUse, { platform, loginShell, terminalShell }: MachineFacts): Shell {
  if (platform === 'win32') return 'other';
  if (language === 'bash') return 'bash';
  // What is read for zsh means the same in bash.
  if (language === 'bash-or-zsh') return loginShell === 'bash' ? 'bash' : 'zsh';
  const shell = language === 'terminal' ? (terminalShell ?? loginShell) : loginShell;
  return LANGUAGES.get(shell ?? '') ?? 'other';
}
