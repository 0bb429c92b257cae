import { depthOf, owningFolder, type OpenFolder } from './folderOwnership';
import { sessionKey, type KnownWindow, type WindowCard } from './windowCard';

/** What tells which window an agent's call or notice is for. */
export interface CallOrigin {
  readonly agent: string;
  readonly sessionId: string | undefined;
  readonly cwd: string;
}

/**
 * The windows that may decide a call, best first; the first of them that is still there does. All windows come to the same order:
 *
 * 1. the one that the agent session was bound to first, whatever its later calls name as their folder;
 * 2. those that have the folder open in which the session began: where auto mode is on before where it is off, so that opening another
 *    window loosens nothing; then the more specific folder; then the window that the user turned to last;
 * 3. where none of them is there any more, those in which auto mode is on and that have the folder of this call open;
 * 4. those that may decide calls in folders that no window has open: the one that the user turned to last.
 *
 * @param began where the session made its first call; the place of this call where it is the first
 * @param here the place of this call
 */
export function windowsInOrder(
  { agent, sessionId }: CallOrigin,
  began: OpenFolder,
  here: OpenFolder,
  windows: readonly KnownWindow[],
): readonly KnownWindow[] {
  const key = sessionId === undefined ? undefined : sessionKey(agent, sessionId);
  const bound = windows
    .flatMap((window) => {
      const since = key === undefined ? undefined : window.card.sessions[key];
      return since === undefined ? [] : [{ window, since }];
    })
    .sort((a, b) => a.since - b.since || byName(a.window, b.window))
    .map(({ window }) => window);
  const owners = bestOwners(began, windows).map(({ window }) => window);
  const later = bestOwners(here, windows)
    .filter(({ folder }) => folder.isOn)
    .map(({ window }) => window);
  const any = windows.filter(({ card }) => card.anyWindow && card.isOn).sort(byFocus);
  return [
    ...new Set([
      ...bound.filter((window) => owners.includes(window)),
      ...owners,
      // It was bound there as to another folder's: where auto mode is off by now, that is no way out of it.
      ...bound.filter(({ card }) => card.isOn),
      ...later,
      ...any,
    ]),
  ];
}

function bestOwners(place: OpenFolder, windows: readonly KnownWindow[]): ReturnType<typeof ownersOf> {
  return ownersOf(place, windows).sort(
    (a, b) =>
      Number(b.folder.isOn) - Number(a.folder.isOn) ||
      depthOf(b.folder) - depthOf(a.folder) ||
      byFocus(a.window, b.window),
  );
}

/** The windows that have a folder open, each with the most specific of its folders that holds it. */
export function ownersOf(
  place: OpenFolder,
  windows: readonly KnownWindow[],
): { readonly window: KnownWindow; readonly folder: WindowCard['folders'][number] }[] {
  return windows.flatMap((window) => {
    const folder = owningFolder(place, window.card.folders);
    return folder === undefined ? [] : [{ window, folder }];
  });
}

function byFocus(a: KnownWindow, b: KnownWindow): number {
  return b.card.focusedAt - a.card.focusedAt || byName(a, b);
}

function byName(a: KnownWindow, b: KnownWindow): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
