import type { MachineFacts } from '../files/machineFacts';
import { everyName } from '../files/pathResolution';
import type { ResolvedTouch } from '../calls/toolCall';

/** Deny and ask: names are equal if some file system says so. */
export function fold(path: string, ignoreCase: boolean): string {
  const composed = path.normalize('NFC');
  return ignoreCase ? composed.toLowerCase() : composed;
}

/** Allow: names that this machine tells apart differ, even look-alikes. */
export function foldNarrowly(path: string, { platform }: MachineFacts): string {
  if (platform === 'win32') return path.toLowerCase();
  return platform === 'darwin' ? fold(path, true) : path;
}

const foldedOf = new WeakMap<ResolvedTouch['resolved'], readonly string[]>();

export function foldedCandidates({ resolved }: ResolvedTouch, machine: MachineFacts): readonly string[] {
  let folded = foldedOf.get(resolved);
  if (folded === undefined) {
    const ignoreCase = machine.platform === 'win32' || machine.platform === 'darwin';
    folded = everyName(resolved).map((path) => fold(slashes(path, machine), ignoreCase));
    foldedOf.set(resolved, folded);
  }
  return folded;
}

/** True for the folder itself too. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** With `/` as separator. */
export function slashes(path: string, machine: MachineFacts): string {
  return machine.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
