import { depthOf, ownershipOf, type CallPlace, type Ownership } from './folderOwnership';
import { sessionKey, type KnownWindow, type WindowCard } from './windowCard';

export interface CallOrigin {
  readonly agent: string;
  readonly sessionId: string | undefined;
  readonly cwd: string;
}

/**
 * The first present one decides; all windows compute the same order:
 * 1. the window that the session was bound to first;
 * 2. those with the session's first folder open: auto mode on before off, so that opening a window loosens nothing;
 *   holding the folder before having only the repository of its work tree; then the more specific folder; then the last
 *   focus;
 * 3. those with auto mode on and this call's folder open;
 * 4. those that may decide in unopened folders, by last focus.
 * @param began folder of the session's first call
 */
export function windowsInOrder(
  { agent, sessionId }: CallOrigin,
  began: CallPlace,
  here: CallPlace,
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
      // Another folder's window with auto mode off must not free the session.
      ...bound.filter(({ card }) => card.isOn),
      ...later,
      ...any,
    ]),
  ];
}

function bestOwners(place: CallPlace, windows: readonly KnownWindow[]): ReturnType<typeof ownersOf> {
  return ownersOf(place, windows).sort(
    (a, b) =>
      Number(b.folder.isOn) - Number(a.folder.isOn) ||
      Number(b.holds) - Number(a.holds) ||
      depthOf(b.folder) - depthOf(a.folder) ||
      byFocus(a.window, b.window),
  );
}

export function ownersOf(
  place: CallPlace,
  windows: readonly KnownWindow[],
): (Ownership<WindowCard['folders'][number]> & { readonly window: KnownWindow })[] {
  return windows.flatMap((window) => {
    const ownership = ownershipOf(place, window.card.folders);
    return ownership === undefined ? [] : [{ window, ...ownership }];
  });
}

function byFocus(a: KnownWindow, b: KnownWindow): number {
  return b.card.focusedAt - a.card.focusedAt || byName(a, b);
}

function byName(a: KnownWindow, b: KnownWindow): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
