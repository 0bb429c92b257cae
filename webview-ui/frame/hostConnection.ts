import type { PanelFocus, PanelPage } from '../../src/panel/features';
import type { HostMessage, PanelCommand } from '../../src/panel/messages';

/** Where the user was, kept while hidden; nothing that the host knows. */
export interface PanelMemory {
  /** Ids of unfolded parts. */
  readonly open: readonly string[];
  readonly page: PanelPage;
  /** On all pages. */
  readonly focus: PanelFocus;
  readonly followed?: string | undefined;
}

/** Another version may read it differently. */
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

  /** VS Code's frame passes on nothing but the extension host's messages. */
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
