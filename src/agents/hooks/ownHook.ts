import type { Node } from 'jsonc-parser';
import type { JsonValue } from '../../common/json';
import { isJsonObject } from './hookPayload';
import { propertyValue } from '../files/jsonTextEdit';

const COMMAND_KEYS = ['command', 'exec', 'bash', 'powershell'];

/** One of another home is an outdated one of ours. */
const LAUNCHER = String.raw`[\\/]\.auto-mode[\\/]launcher(?:\.[a-z]+)?`;
const PATH = new RegExp(`^(?:/|[A-Za-z]:[\\\\/])(?:[^\\n]*[\\\\/])?${LAUNCHER.slice('[\\\\/]'.length)}$`);
/** A quoted shell word without active characters. */
const QUOTED = String.raw`'(?:[^'\n]|'\\'')*${LAUNCHER}'`;
const WORD = String.raw`(?:${QUOTED}|"[^"$\`\n]*${LAUNCHER}"|[\w./:\\-]*${LAUNCHER})`;
const ARGUMENTS = '(?: [a-z-]+){0,2}';

/** A user's line around the launcher stays. */
const LINES = [
  `${WORD}${ARGUMENTS}`,
  String.raw`(?:\$global:LASTEXITCODE = 2; )?& '(?:[^'\n]|'')*${LAUNCHER}'${ARGUMENTS}; exit \$LASTEXITCODE`,
  String.raw`test -x ${QUOTED} \|\| exec /bin/sh -c 'echo "[\w .,:-]*" >&2; exit 2'; ${QUOTED}${ARGUMENTS}`,
  String.raw`test ! -x ${QUOTED} \|\| ${QUOTED}${ARGUMENTS}`,
].map((line) => new RegExp(`^${line}$`));

const MAX_LINE = 20_000;

/** All duplicate keys count: the agent may use any. */
export function isOwnHook(hook: Node): boolean {
  const values = (key: string): unknown[] =>
    (hook.children ?? [])
      .filter(({ children }) => children?.[0]?.value === key)
      .map((found): unknown => {
        const value = propertyValue(found);
        return value?.type === 'array' ? value.children?.map((item): unknown => item.value) : value?.value;
      });
  if (hook.type !== 'object') return false;
  const lists = values('args').filter(Array.isArray);
  // With arguments the command is a path.
  if (lists.length === 0) return COMMAND_KEYS.flatMap(values).some((text) => isOwnLine(text) || isOwnPath(text));
  return (
    COMMAND_KEYS.flatMap(values).some(isOwnPath) ||
    lists.some(([option, run, program]) => option === '/d' && run === '/c' && isOwnPath(program))
  );
}

function isOwnPath(text: unknown): boolean {
  return typeof text === 'string' && text.length <= MAX_LINE && PATH.test(text);
}

function isOwnLine(text: unknown): boolean {
  return typeof text === 'string' && text.length <= MAX_LINE && LINES.some((line) => line.test(text));
}

/** Ignores key order; false for duplicate keys. */
export function isExactly(node: Node, value: JsonValue): boolean {
  const children = node.children ?? [];
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return (
      node.type === 'array' &&
      children.length === items.length &&
      children.every((child, index) => isExactly(child, items[index] ?? null))
    );
  }
  if (!isJsonObject(value)) return node.children === undefined && node.value === value;
  const entries = Object.entries(value);
  return (
    node.type === 'object' &&
    children.length === entries.length &&
    entries.every(([key, item]) => {
      const found = children.find((child) => child.children?.[0]?.value === key);
      const own = found === undefined ? undefined : propertyValue(found);
      return own !== undefined && isExactly(own, item);
    })
  );
}
