import { opensForWriting, type SimpleCommand } from '../../shell/model/analysis';
import { isAbsolute, joinPath } from '../../files/pathText';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';

export function isPlainCommand({ words, assignments, redirections, context }: SimpleCommand): boolean {
  return (
    assignments.length === 0 &&
    context.via.length === 0 &&
    !context.substitution &&
    !context.background &&
    context.elsewhere === undefined &&
    words.every(({ text }) => text !== undefined) &&
    redirections.every((one) => !opensForWriting(one) || one.target.text === '/dev/null')
  );
}

export function isProgram({ words }: SimpleCommand, program: string): boolean {
  const text = words[0]?.text ?? '';
  const name = /^(?:(?:\/usr(?:\/local)?)?\/bin\/)?([a-z]+)$/.exec(text)?.[1];
  return name === program;
}

/**
 * Absolute; links before the last name are followed or refused. Undefined for `..`, and for `x/` that is no folder:
 * programs differ.
 */
export function plainPath(
  written: string,
  cwd: string,
  { machine, files }: ReadOnlyPlace,
  links: 'followed' | 'refused' = 'followed',
): string | undefined {
  const { platform } = machine;
  if (platform === 'win32' || written === '' || written.includes('\0')) return undefined;
  const names = written.split('/').filter((name) => name !== '' && name !== '.');
  const name = names.pop();
  if (name === undefined || name === '..' || names.includes('..') || /(?:^|\/)\.\/*$/.test(written)) return undefined;
  const start = isAbsolute(written, platform) ? '/' : cwd;
  const parent = names.reduce((path, one) => joinPath(path, one, platform), start);
  if (files.isRemote(parent)) return undefined;
  const real = files.realPath(parent);
  if (real === undefined || files.isRemote(real)) return undefined;
  if (links === 'refused' && real !== parent) return undefined;
  const path = joinPath(real, name, platform);
  if (!written.endsWith('/')) return path;
  const facts = files.inspect(path);
  return typeof facts === 'object' && facts.type === 'directory' ? path : undefined;
}
