/** Named, though uncertain: `cd /etc; rm -rf *`. */
import { oncePerWith } from '../../common/oncePer';
import { programName, type SimpleCommand } from '../../shell/model/analysis';

/** The nearest `cd` counts as successful. Only to block. */
export const withLikelyFolders = oncePerWith(
  (commands: readonly SimpleCommand[], home: string): readonly SimpleCommand[] => {
    if (commands.every(({ cwd }) => cwd !== undefined)) return commands;
    let likely: string | undefined;
    return commands.map((command) => {
      const cwd = command.cwd ?? (command.context.elsewhere === undefined ? likely : undefined);
      likely = cwd;
      const program = programName(command);
      if (program === 'cd' || program === 'pushd') likely = folderAfter(command, cwd, home);
      return command.cwd === cwd ? command : { ...command, cwd };
    });
  },
);

/** Longer ones are no paths. */
const LONGEST = 4_096;

function folderAfter({ words }: SimpleCommand, cwd: string | undefined, home: string): string | undefined {
  const [target, ...others] = words.slice(1).filter(({ text }) => text === undefined || !/^-./.test(text));
  if (target === undefined) return home;
  const { text } = target;
  if (text === undefined || others.length > 0 || text === '-' || text.length > LONGEST) return undefined;
  if (text.startsWith('/')) return text;
  if (text.startsWith('~')) return text === '~' || text.startsWith('~/') ? home + text.slice(1) : undefined;
  const joined = cwd === undefined ? undefined : `${cwd}/${text}`;
  return joined === undefined || joined.length > LONGEST ? undefined : joined;
}
