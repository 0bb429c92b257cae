/** Scripts that a line writes out and hands to a shell: `echo 'rm -rf /' | sh`. */
import { programName, type SimpleCommand } from '../../shell/analysis';
import { readsScriptFromInput } from './fetchAndRun';
import { feedersOf } from './pipeline';

const SHELL = /^(?:ba|da|z|k|mk|a)?sh$/;

/** More in one line is no line that a person writes. */
const MOST = 8;

/** The texts, as far as they are known. A filter between the two is taken to pass them on. */
export function pipedScripts(commands: readonly SimpleCommand[]): readonly string[] {
  const scripts = new Set<string>();
  for (const command of commands) {
    if (scripts.size >= MOST) break;
    const isPiped = (command.context.pipe?.index ?? 0) > 0;
    if (!isPiped || !SHELL.test(programName(command) ?? '') || !readsScriptFromInput(command.words.slice(1))) continue;
    for (const feeder of feedersOf(command, commands)) {
      const text = printed(feeder);
      if (text !== undefined) scripts.add(text);
    }
  }
  return [...scripts];
}

/** What `echo` and `printf` print, roughly: escapes for a new line are one. */
function printed(command: SimpleCommand): string | undefined {
  const program = programName(command);
  if (program !== 'echo' && program !== 'printf') return undefined;
  const texts = command.words.slice(1).map(({ text }) => text);
  if (texts.some((text) => text === undefined)) return undefined;
  const words = texts.filter((text) => !/^-[neE]+$/.test(text ?? ''));
  const isTemplate = program === 'printf' && words.length > 1 && (words[0] ?? '').includes('%');
  return (isTemplate ? words.slice(1) : words).join(isTemplate ? '\n' : ' ').replaceAll('\\n', '\n');
}
