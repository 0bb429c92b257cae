import { randomBytes } from 'node:crypto';

/** No window judges or counts a probe; its sender answers. */
const PROBE_SESSION = 'auto-mode-probe-';

export function isProbe(sessionId: string | undefined): sessionId is string {
  return sessionId?.startsWith(PROBE_SESSION) === true;
}

export class Probes {
  private readonly expected = new Set<string>();

  /** Unguessable. */
  begin(): string {
    const sessionId = `${PROBE_SESSION}${randomBytes(16).toString('hex')}`;
    this.expected.add(sessionId);
    return sessionId;
  }

  end(sessionId: string): void {
    this.expected.delete(sessionId);
  }

  /** True once per probe. */
  take(sessionId: string): boolean {
    return this.expected.delete(sessionId);
  }
}

/** Only a probe's answer is this. */
export function probeAnswer(sessionId: string): string {
  return `This is a probe of Auto Mode's Doctor, ${sessionId}. Nothing was run.`;
}
