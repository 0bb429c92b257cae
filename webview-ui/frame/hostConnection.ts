import type { PanelFocus, PanelPage } from '../../src/panel/features';
import type { HostMessage, PanelCommand } from '../../src/panel/messages';

/** What the panel keeps while hidden: where the user was, nothing that the host knows. */
export interface PanelMemory {
  /** Ids of what is folded open. */
  readonly open: readonly string[];
  readonly page: PanelPage;
  /** On all pages. */
  readonly focus: PanelFocus;
  /** The host's last destination. */
  readonly followed?: string | undefined;
}

/** Another version may mean something else by it. */
interface KeptMemory extends PanelMemory {
  readonly version: string;
}

export class HostConnection {
  readonly #api = acquireVsCodeApi();

  /** @param version the product's */
  constructor(private readonly version: string) {}

  send(command: PanelCommand): void {
    this.#api.postMessage(command);
  }

  /** Only the extension host can post here: VS Code's frame passes nothing else on. */
  onMessage(listener: (message: HostMessage) => void): void {
    window.addEventListener('message', (event: MessageEvent<HostMessage>) => {
      listener(event.data);
    });
  }

  get memory(): PanelMemory {
    const kept = this.#api.getState() as Partial<KeptMemory> | undefined;
    const state = kept?.version === this.version ? kept : undefined;
    return {
      open: state?.open ?? [],
      page: state?.page ?? 'overview',
      focus: state?.focus ?? {},
      followed: state?.followed,
    };
  }

  set memory(memory: PanelMemory) {
    const kept: KeptMemory = { ...memory, version: this.version };
    this.#api.setState(kept);
  }
}
