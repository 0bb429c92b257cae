/** Puts together what an opener found. */
import type { Opened } from './opener';

/** Leaves out what is empty; undefined where nothing was found. */
export function assemble(parts: { readonly [Part in keyof Opened]: Opened[Part] | undefined }): Opened | undefined {
  const { commands = [], scripts = [], code = [], unknown } = parts;
  if (commands.length === 0 && scripts.length === 0 && code.length === 0 && unknown === undefined) return undefined;
  return {
    ...(commands.length === 0 ? {} : { commands }),
    ...(scripts.length === 0 ? {} : { scripts }),
    ...(code.length === 0 ? {} : { code }),
    ...(unknown === undefined ? {} : { unknown }),
  };
}
