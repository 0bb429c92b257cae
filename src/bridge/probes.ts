import { randomBytes } from 'node:crypto';

/** How the session ids of probes begin. No window judges or counts a probe, and only the one that sent it answers. */
const PROBE_SESSION = 'auto-mode-probe-';

export function isProbe(sessionId: string | undefined): sessionId is string {
  return sessionId?.startsWith(PROBE_SESSION) === true;
}

/** Calls that this window makes up and sends through the launcher, to see whether they arrive. */
export class Probes {
  private readonly expected = new Set<string>();

  /** A session id for one probe, which nobody can guess. */
  begin(): string {
    const sessionId = `${PROBE_SESSION}${randomBytes(16).toString('hex')}`;
    this.expected.add(sessionId);
    return sessionId;
  }

  /** The probe's answer has come, or is not waited for any more. */
  end(sessionId: string): void {
    this.expected.delete(sessionId);
  }

  /** True once for each probe of this window. */
  take(sessionId: string): boolean {
    return this.expected.delete(sessionId);
  }
}

/** The refusal that a probe gets: it names the probe, so that no other answer can pass for it. */
export function probeAnswer(sessionId: string): string {
  return `This is a probe of Auto Mode's Doctor, ${sessionId}. Nothing was run.`;
}
