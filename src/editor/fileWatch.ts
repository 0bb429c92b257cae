import type { Disposable, FileSystemWatcher } from 'vscode';
import type { NotificationTimer } from './foldedNotification';

/** How often the files count as changed where nobody watches them. */
const INTERVAL_MILLISECONDS = 5_000;

export interface FileWatchParts {
  /**
   * Asks the editor for a watcher. The editor reads its settings for that, and throws where those of a repository are nested too deeply.
   */
  readonly create: () => FileSystemWatcher;
  /** The files may be others than before. */
  readonly changed: () => void;
  readonly timer: NotificationTimer;
}

/**
 * Watches files for as long as the editor can, and never throws. Where it cannot, they count as changed every few seconds, until it can:
 * no settings of a repository are to keep the gate from starting, or from noticing that an agent's hooks are gone.
 */
export class FileWatch implements Disposable {
  #watcher: readonly Disposable[] = [];
  #stopTimer: (() => void) | undefined;

  constructor(private readonly parts: FileWatchParts) {
    if (!this.#watch()) this.#wait();
  }

  dispose(): void {
    this.#stopTimer?.();
    for (const part of this.#watcher) part.dispose();
  }

  #watch(): boolean {
    const { create, changed } = this.parts;
    try {
      const watcher = create();
      this.#watcher = [
        watcher,
        watcher.onDidChange(changed),
        watcher.onDidCreate(changed),
        watcher.onDidDelete(changed),
      ];
      return true;
    } catch {
      return false;
    }
  }

  #wait(): void {
    this.#stopTimer = this.parts.timer.start(INTERVAL_MILLISECONDS, () => {
      this.#stopTimer = undefined;
      if (!this.#watch()) this.#wait();
      // Also where a watcher is there now: it tells nothing of what came before it.
      this.parts.changed();
    });
  }
}
