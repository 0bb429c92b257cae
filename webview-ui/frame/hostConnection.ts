import type { PanelFocus, PanelPage } from '../../src/panel/features';
import type { HostMessage, PanelCommand } from '../../src/panel/messages';

/** What the panel itself remembers while it is hidden: where the user was, nothing that the host knows. */
export interface PanelMemory {
  /** Ids of what is folded open. */
  readonly open: readonly string[];
  readonly page: PanelPage;
  /** What the user looks for and has typed, on all pages. */
  readonly focus: PanelFocus;
  /** Where the host wanted the panel to go last, and where it went. */
  readonly followed?: string | undefined;
}

/** Another version of the product may mean something else by what was remembered. */
interface KeptMemory extends PanelMemory {
  readonly version: string;
}

/** The panel's end of the border to the extension host. */
export class HostConnection {
  readonly #api = acquireVsCodeApi();

  /** @param version the product's */
  constructor(private readonly version: string) {}

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
