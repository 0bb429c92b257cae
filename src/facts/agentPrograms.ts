import { AGENTS } from './agents';

/** The names of all programs that are agents. */
export const AGENT_PROGRAMS: ReadonlySet<string> = new Set(AGENTS.flatMap(({ programs }) => programs));
