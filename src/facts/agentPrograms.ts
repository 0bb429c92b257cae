import { AGENTS } from './agents';

export const AGENT_PROGRAMS: ReadonlySet<string> = new Set(AGENTS.flatMap(({ programs }) => programs));
