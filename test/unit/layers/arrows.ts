import { isBuiltin } from 'node:module';
import { importsOf, targetPath, type Import } from './imports';
import { layerOf, LAYERS, roomOf, WITH_VSCODE } from './layers';

/** What is wrong with the imports of one file, a line each, and where the code belongs. */
export function violations(path: string, text: string): string[] {
  const from = layerOf(path);
  const layer = from === undefined ? undefined : LAYERS[from];
  if (from === undefined || layer === undefined) {
    return [`${path} lies in no layer: move it into one of ${Object.keys(LAYERS).join(', ')}`];
  }
  const { values, types, packages, node } = layer;
  const problem = ({ target, typeOnly }: Import): string | undefined => {
    if (target === '?') return 'names a module that is computed: write its name';
    if (target.startsWith('.')) {
      const to = layerOf(targetPath(path, target));
      if (to === from || (to !== undefined && (values.includes(to) || (typeOnly && types.includes(to)))))
        return undefined;
      if (to !== undefined && types.includes(to)) return `may import only types of ${to}: use "import type"`;
      const where = `move what it needs of ${target} down into ${from} or a layer below it, or move ${path} up`;
      return `must not import ${target}: ${from} does not stand on ${to ?? 'that folder'}; ${where}`;
    }
    if (target === 'vscode') {
      const isAllowed = WITH_VSCODE.some((pattern) => pattern.test(path));
      return isAllowed
        ? undefined
        : 'must not import vscode: what needs the editor belongs into src/editor or a feature';
    }
    if (isBuiltin(target)) return node ? undefined : `must not import ${target}: ask for it through a port`;
    const isAllowed = packages.some((name) => target === name || target.startsWith(`${name}/`));
    return isAllowed ? undefined : `must not import ${target}: ${from} may use ${packages.join(', ') || 'no package'}`;
  };
  return importsOf(path, text).flatMap((item) => {
    const found = problem(item);
    return found === undefined ? [] : [`${path} ${found}`];
  });
}

/** Pairs of rooms that import each other, with the fewer imports of the two directions, which are the ones to turn. */
export function twoWayRooms(sources: ReadonlyMap<string, string>): string[] {
  const arrows = new Map<string, Map<string, string[]>>();
  for (const [path, text] of sources) {
    for (const { target } of importsOf(path, text)) {
      if (!target.startsWith('.')) continue;
      const to = targetPath(path, target);
      const [room, other] = [roomOf(path), roomOf(to)];
      if (room === other || !sources.has(to)) continue;
      const outward = arrows.get(room) ?? new Map<string, string[]>();
      outward.set(other, [...(outward.get(other) ?? []), `${path} -> ${to}`]);
      arrows.set(room, outward);
    }
  }
  const found: string[] = [];
  for (const [room, outward] of arrows) {
    for (const [other, there] of outward) {
      const back = arrows.get(other)?.get(room);
      if (back === undefined || room > other) continue;
      const [fewer, way] = there.length <= back.length ? [there, `${room} -> ${other}`] : [back, `${other} -> ${room}`];
      found.push(`${room} and ${other} import each other; turn ${way}: ${fewer.join(', ')}`);
    }
  }
  return found;
}

/** Files that import themselves by way of others, a list for each way found; types count, since readers have to follow them too. */
export function circles(sources: ReadonlyMap<string, string>): string[][] {
  const targets = (path: string): string[] =>
    importsOf(path, sources.get(path) ?? '')
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => targetPath(path, target))
      .filter((target) => sources.has(target));
  const done = new Set<string>();
  const found: string[][] = [];
  const walk = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at !== -1) found.push([...way.slice(at), path]);
    if (at !== -1 || done.has(path)) return;
    for (const target of targets(path)) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of sources.keys()) walk(path, []);
  return found;
}
