import type { ToolFacts } from './toolFacts';

export interface AgentFacts {
  readonly id: string;
  readonly name: string;
  /** The first starts it. */
  readonly programs: readonly string[];
  /** Everyday words that start it: a program, or one with its first word. */
  readonly startedAs?: readonly string[];
  /** No everyday words. */
  readonly words?: readonly string[];
  readonly packages?: readonly string[];
  /** They give it another configuration, or none of its hooks. */
  readonly variables?: readonly string[];
  /** Any variable with this start counts in code. */
  readonly variablesStart?: string;
  /** Default: `--no-hooks` and `--disable-hooks`. */
  readonly switchesHooksOff?: readonly HookSwitch[];
  readonly changesSettings?: RegExp;
  /** They leave its hooks alone. Absent: any option may not. */
  readonly harmlessOptions?: string;
  /** Its words are mostly prompts: no code. */
  readonly takesPrompt?: true;
  readonly places?: AgentPlaces;
  /** In a workspace. */
  readonly protectedNames?: string;
  /** With its keys, relative to the home. */
  readonly credentials?: readonly string[];
  /** Instructions for it, without secrets. Relative to the home; a folder counts with its contents. */
  readonly harmlessFiles?: readonly string[];
  /** One session's notes and output; `<session>` is its id, `*` any part of a name. */
  readonly sessionFolders?: readonly string[];
  /** In a home and a workspace; files in it decide about its hooks. */
  readonly hookFolders?: readonly string[];
  /** Documented ones. Absent: no fast path. */
  readonly tools?: Readonly<Record<string, ToolFacts>>;
  /** Absent: not connectable. */
  readonly connection?: AgentConnection;
}

export interface AgentConnection {
  readonly packageName: string;
  /** In older ones hooks do not refuse when they should. */
  readonly minimum: string;
  /** End of its commands: `autoMode.connectCodex`. Absent: only `autoMode.connect`. */
  readonly command?: 'ClaudeCode' | 'Copilot' | 'Codex';
  /** It still asks its user: its hooks only refuse. */
  readonly asksDespiteAllow?: true;
}

/** With any value, a matching one, or another. */
export interface HookSwitch {
  readonly options: readonly string[];
  readonly off?: RegExp;
  readonly offUnless?: RegExp;
}

/** In the notation of `PlaceIndex`. */
export interface AgentPlaces {
  readonly hooks?: readonly string[];
  readonly permissions?: readonly string[];
  readonly unreadPermissions?: readonly string[];
  readonly settings?: readonly GuardedKeys[];
  /** In front matter. */
  readonly markdownHooks?: readonly string[];
  readonly markdownPermissions?: readonly string[];
  readonly transcripts?: readonly string[];
}

export interface GuardedKeys {
  readonly files: readonly string[];
  /** Dotted names; `*` matches any text. */
  readonly keys: readonly string[];
}
