import { lstatSync } from 'node:fs';
import { prepareGateHome, type GateHome } from '../../disk/gateHome';
import type { OpenWindows } from './openWindows';
import { Token } from '../protocol/token';
import { newWindowName } from './windowSocket';

const KEEP_MS = 20_000;
/** Names are random: more tries fail too. */
const MAX_TRIES = 3;

export interface WindowDoorOptions {
  readonly gate: GateHome;
  readonly platform: NodeJS.Platform;
  readonly windows: OpenWindows;
  /** Rejects if unusable. */
  readonly listen: (address: string) => Promise<void>;
  readonly publish: () => void;
  readonly installLauncher: () => void;
  /** For the user; undefined: fixed. */
  readonly problem: (message: string | undefined) => void;
}

/** Socket or folder may vanish at any time. */
export class WindowDoor {
  private present = '';
  private inode: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private keeping: Promise<void> = Promise.resolve();

  constructor(private readonly options: WindowDoorOptions) {}

  /** Empty while unreachable. */
  get name(): string {
    return this.present;
  }

  async open(): Promise<void> {
    await this.listenAgain();
    this.timer = setInterval(() => {
      void this.keep();
    }, KEEP_MS);
    this.timer.unref();
    void this.keep();
  }

  /** Repairs what is missing. Never rejects. */
  keep(): Promise<void> {
    this.keeping = this.keeping.then(() => this.putBack());
    return this.keeping;
  }

  /** Its owner closes the server. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const name = this.present;
    this.present = '';
    this.options.windows.withdraw(name);
    await this.keeping;
  }

  private async putBack(): Promise<void> {
    const { gate, windows, problem, publish, installLauncher } = this.options;
    if (this.present === '') return;
    try {
      prepareGateHome(gate);
      Token.open(gate);
      installLauncher();
      const found: string[] = [];
      const place = this.place();
      if (place !== 'ours') {
        await this.listenAgain();
        found.push(
          place === 'missing'
            ? 'The socket of this window was removed from the folder ~/.auto-mode/run, so agents could not reach it. It listens again.'
            : 'Something else was in the place of the socket of this window in ~/.auto-mode/run. It is not used, and this window listens at another place.',
        );
      }
      publish();
      windows.touch(this.present);
      await windows.removeLeftovers();
      const strangers = await windows.removeStrangers(this.present);
      if (strangers.length > 0) {
        found.push(
          `In the folder of the windows' sockets there was what belongs to no VS Code window: ${strangers.join(', ')}. It was removed. Find out which program made it.`,
        );
      }
      problem(found.length === 0 ? undefined : found.join(' '));
    } catch (error) {
      problem(error instanceof Error ? error.message : 'The folder ~/.auto-mode cannot be used.');
    }
  }

  private async listenAgain(): Promise<void> {
    const { windows, listen, publish, platform } = this.options;
    if (this.present !== '') windows.withdraw(this.present);
    for (let tries = 1; ; tries += 1) {
      this.present = newWindowName(process.pid);
      // Without a card it is no window.
      publish();
      const address = windows.address(this.present);
      try {
        await listen(address);
        this.inode = platform === 'win32' ? undefined : lstatSync(address).ino;
        return;
      } catch (error) {
        windows.withdraw(this.present);
        if (tries === MAX_TRIES) throw error;
      }
    }
  }

  private place(): 'ours' | 'missing' | 'another' {
    if (this.options.platform === 'win32') return 'ours';
    const facts = lstatSync(this.options.windows.address(this.present), { throwIfNoEntry: false });
    if (facts === undefined) return 'missing';
    return facts.isSocket() && facts.ino === this.inode ? 'ours' : 'another';
  }
}
