import type { HostMessage, PanelCommand } from '../src/panel/messages';

/** What the panel itself remembers while it is hidden: what is folded open, nothing else. */
export interface PanelMemory {
  readonly open: readonly string[];
}

/** The panel's end of the border to the extension host. */
export class HostConnection {
  readonly #api = acquireVsCodeApi();

  send(command: PanelCommand): void {
    this.#api.postMessage(command);
  }

  /** Only the extension host can post to this page: VS Code's frame around it passes nothing else on. */
  onMessage(listener: (message: HostMessage) => void): void {
    window.addEventListener('message', (event: MessageEvent<HostMessage>) => {
      listener(event.data);
    });
  }

  get memory(): PanelMemory {
    const state = this.#api.getState() as Partial<PanelMemory> | undefined;
    return { open: state?.open ?? [] };
  }

  set memory(memory: PanelMemory) {
    this.#api.setState(memory);
  }
}
