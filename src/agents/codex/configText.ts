import { parse } from 'smol-toml';

export interface CodexConfiguration {
  /** Also by the older `codex_hooks`. */
  readonly switchesHooksOff: boolean;
  readonly bringsHooks: boolean;
}

/** Undefined: no TOML, which Codex refuses too. */
export function codexConfiguration(toml: string): CodexConfiguration | undefined {
  try {
    const { features, hooks } = parse(toml, { integersAsBigInt: true });
    const isOff = (name: string): boolean => fieldOf(features, name) === false;
    return { switchesHooksOff: isOff('hooks') || isOff('codex_hooks'), bringsHooks: hooks !== undefined };
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
