/** Files with only hooks, permissions or transcripts are guarded whole, others by key. Notation: see `PlaceIndex`. */
import { AGENTS, SHARED_AGENT_HOOKS } from '../../facts/agents';
import type { AgentPlaces } from '../../facts/agents/agentFacts';
import { partOfFile, unreadFormat, wholeFile, type FloorRule, type GuardedPlace } from './floorRule';
import { frontMatterKeys, jsonKeys } from './guardedSettings';

const HOOKS: FloorRule = {
  check: 'agent-hooks',
  what: "an agent's hooks, through which Auto Mode sees its calls",
  remedy: 'Edit the hooks yourself, or use the commands "Auto Mode: Connect ..." and "Disconnect ...".',
};

const PERMISSIONS: FloorRule = {
  check: 'agent-permissions',
  what: 'hooks or permission settings of an agent (allow lists, modes, trust, sandbox), or their new value cannot be told from the call',
  remedy: 'Change these settings yourself, or let the agent change the other settings alone.',
};

const TRANSCRIPTS: FloorRule = {
  check: 'agent-transcript',
  what: "an agent's record of a session, which the classifier reads to learn what the user asked for",
  remedy: 'Delete old sessions yourself if you want them gone.',
};

/** Keys of Claude Code, VS Code and opencode. */
const markdown = frontMatterKeys(['hooks', 'permissionMode', 'permission']);

export const AGENT_PLACES: readonly GuardedPlace[] = [
  ...wholeFile(HOOKS, ...SHARED_AGENT_HOOKS),
  ...AGENTS.flatMap(({ places }) => (places === undefined ? [] : guardedPlaces(places))),
];

function guardedPlaces(places: AgentPlaces): readonly GuardedPlace[] {
  return [
    ...wholeFile(HOOKS, ...(places.hooks ?? [])),
    ...wholeFile(PERMISSIONS, ...(places.permissions ?? [])),
    ...unreadFormat(PERMISSIONS, ...(places.unreadPermissions ?? [])),
    ...(places.settings ?? []).flatMap(({ files, keys }) => partOfFile(PERMISSIONS, jsonKeys(keys), ...files)),
    ...partOfFile(HOOKS, markdown, ...(places.markdownHooks ?? [])),
    ...partOfFile(PERMISSIONS, markdown, ...(places.markdownPermissions ?? [])),
    ...wholeFile(TRANSCRIPTS, ...(places.transcripts ?? [])),
  ];
}
