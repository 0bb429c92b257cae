import type { ToolFacts } from './toolFacts';

export interface AgentFacts {
  readonly id: string;
  readonly name: string;
  /** The first starts it. */
  readonly programs: readonly string[];
  /** Everyday words that start it too: a program, or one with its first word. */
  readonly startedAs?: readonly string[];
  /** No everyday words. */
  readonly words?: readonly string[];
  readonly packages?: readonly string[];
  /** They give it another configuration or none of its hooks. */
  readonly variables?: readonly string[];
  /** In code any variable that starts so counts. */
  readonly variablesStart?: string;
  /** Default: `--no-hooks` and `--disable-hooks`. */
  readonly switchesHooksOff?: readonly HookSwitch[];
  readonly changesSettings?: RegExp;
  /** They leave its hooks alone. Absent: any may switch them off. */
  readonly harmlessOptions?: string;
  /** Its words are mostly prompts: text, not code. */
  readonly takesPrompt?: true;
  readonly places?: AgentPlaces;
  /** In a workspace, separated by blanks. */
  readonly protectedNames?: string;
  /** Files with its keys, relative to the home. */
  readonly credentials?: readonly string[];
  /** Without secrets: instructions for it, not what it keeps. Relative to the home; a folder means all in it. */
  readonly harmlessFiles?: readonly string[];
  /** Of one session's notes and output; `<session>` is its id, `*` any part of a name. */
  readonly sessionFolders?: readonly string[];
  /** Its folder in a home and a workspace, where files decide about its hooks. */
  readonly hookFolders?: readonly string[];
  /** Documented ones. Absent: it has no fast path of its own. */
  readonly tools?: Readonly<Record<string, ToolFacts>>;
  /** Absent: it cannot be connected yet. */
  readonly connection?: AgentConnection;
}

export interface AgentConnection {
  readonly packageName: string;
  /** The oldest version whose hooks refuse when they should. */
  readonly minimum: string;
  /** How its commands end: `autoMode.connectCodex`. Absent: `autoMode.connect` alone. */
  readonly command?: 'ClaudeCode' | 'Copilot' | 'Codex';
  /** It asks its user as before: its hooks can only refuse. */
  readonly asksDespiteAllow?: true;
}

/** With any value, a value that matches, or one that does not. */
export interface HookSwitch {
  readonly options: readonly string[];
  readonly off?: RegExp;
  readonly offUnless?: RegExp;
}

/** Guarded places, in the notation of `PlaceIndex`. */
export interface AgentPlaces {
  readonly hooks?: readonly string[];
  readonly permissions?: readonly string[];
  readonly unreadPermissions?: readonly string[];
  readonly settings?: readonly GuardedKeys[];
  /** In the front matter. */
  readonly markdownHooks?: readonly string[];
  readonly markdownPermissions?: readonly string[];
  readonly transcripts?: readonly string[];
}

export interface GuardedKeys {
  readonly files: readonly string[];
  /** Dotted names; `*` matches any text. */
  readonly keys: readonly string[];
}
