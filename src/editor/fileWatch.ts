import type { Disposable, FileSystemWatcher } from 'vscode';
import type { NotificationTimer } from './foldedNotification';

const INTERVAL_MILLISECONDS = 5_000;

export interface FileWatchParts {
  /** Throws if a repository's settings are too deep. */
  readonly create: () => FileSystemWatcher;
  readonly changed: () => void;
  readonly timer: NotificationTimer;
}

/** Never throws. Without a watcher files count as changed every few seconds, so lost hooks are still seen. */
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
      // New watchers miss earlier changes.
      this.parts.changed();
    });
  }
}
