import { randomBytes } from 'node:crypto';

/** Prefix of probe sessions. No window judges or counts a probe; only its sender answers. */
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

/** Names the probe, so that no other answer passes for it. */
export function probeAnswer(sessionId: string): string {
  return `This is a probe of Auto Mode's Doctor, ${sessionId}. Nothing was run.`;
}
