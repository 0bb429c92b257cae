import { table } from '../common/table';
import type { Shell } from '../shell/model/analysis';
import { PROGRAMS } from '../facts/programs';

export type ShebangReading =
  { readonly read: 'shell'; readonly shell: Shell; readonly isPlain: boolean } | { readonly read: 'code' };

const EXACT: Readonly<Record<string, Shell>> = table({
  bash: 'bash',
  sh: 'sh',
  dash: 'sh',
  ash: 'sh',
  zsh: 'zsh',
  fish: 'fish',
});

/** The language in the first line. Without one the starting shell reads it. */
export function shebangOf(text: string): ShebangReading {
  const [first = ''] = text.split('\n', 1);
  if (!first.startsWith('#!')) return { read: 'shell', shell: 'sh', isPlain: false };
  const words = first.slice(2).trim().split(/\s+/);
  const at = /(?:^|\/)env$/.test(words[0] ?? '')
    ? words.findIndex((word, index) => index > 0 && !/^-|=/.test(word))
    : 0;
  const program = words[at] ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1);
  const shell = EXACT[name];
  const options = words.slice(at + 1);
  const isSystem = at === 1 ? words[0] === '/usr/bin/env' : /^\/(?:usr\/(?:local\/)?)?bin\/[a-z]+$/.test(program);
  if (shell !== undefined) {
    return {
      read: 'shell',
      shell,
      isPlain: isSystem && !first.includes('\r') && options.every((option) => /^-[eux]+$/.test(option)),
    };
  }
  if (PROGRAMS.otherShells.has(name)) return { read: 'shell', shell: 'bash', isPlain: false };
  return { read: 'code' };
}
