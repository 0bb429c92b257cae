import { CONNECTABLE_AGENTS } from '../../facts/agents';
import type { CheckRequest } from '../../calls/request';

/** Its own mode only tightens here. */
export function runsRewritten({ agent, mode }: Pick<CheckRequest, 'agent' | 'mode'>): boolean {
  const rewrites = CONNECTABLE_AGENTS.find(({ id }) => id === agent)?.connection.rewrites;
  return rewrites !== undefined && !rewrites.exceptIn.includes(mode ?? '');
}
