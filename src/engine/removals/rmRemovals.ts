import type { SimpleCommand } from '../../shell/model/analysis';
import { isProgram } from './plainCommand';

const OPTION = /^(?:-[rRfvd]+|--(?:recursive|force|verbose|dir))$/;

/** Paths as written. Undefined unless a known form of `rm`. */
export function removedByRm(command: SimpleCommand): readonly string[] | undefined {
  if (!isProgram(command, 'rm')) return undefined;
  const words = command.words.slice(1).map(({ text = '' }) => text);
  const end = words.indexOf('--');
  const before = end === -1 ? words : words.slice(0, end);
  const firstPath = before.findIndex((word) => !word.startsWith('-') || word === '-');
  const options = firstPath === -1 ? before : before.slice(0, firstPath);
  const paths = [...(firstPath === -1 ? [] : before.slice(firstPath)), ...(end === -1 ? [] : words.slice(end + 1))];
  const hasLateOption = firstPath !== -1 && before.slice(firstPath).some((word) => word.startsWith('-'));
  if (hasLateOption || paths.length === 0) return undefined;
  return options.every((word) => OPTION.test(word)) ? paths : undefined;
}
