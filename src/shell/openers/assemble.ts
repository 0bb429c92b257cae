import type { Opened } from './opener';

/** Of each kind: each costs an analysis. */
const MOST = 64;

/** Omits empty parts; undefined if all are empty. */
export function assemble(parts: { readonly [Part in keyof Opened]: Opened[Part] | undefined }): Opened | undefined {
  const { commands = [], scripts = [], code = [] } = parts;
  const isMore = commands.length > MOST || scripts.length > MOST || code.length > MOST;
  const unknown = parts.unknown ?? (isMore ? 'it runs more than is read' : undefined);
  if (commands.length === 0 && scripts.length === 0 && code.length === 0 && unknown === undefined) return undefined;
  return {
    ...(commands.length === 0 ? {} : { commands: commands.slice(0, MOST) }),
    ...(scripts.length === 0 ? {} : { scripts: scripts.slice(0, MOST) }),
    ...(code.length === 0 ? {} : { code: code.slice(0, MOST) }),
    ...(unknown === undefined ? {} : { unknown }),
  };
}
