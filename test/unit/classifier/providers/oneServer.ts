interface Stoppable {
  stop(): Promise<unknown>;
}

/** The server of the test that runs; stopped after it. */
export class OneServer<Script, Server extends Stoppable> {
  current: Server | undefined;

  constructor(private readonly begin: (script: Script) => Promise<Server>) {
    afterEach(async () => {
      await this.current?.stop();
      this.current = undefined;
    });
  }

  async start(script: Script): Promise<Server> {
    this.current = await this.begin(script);
    return this.current;
  }
}
