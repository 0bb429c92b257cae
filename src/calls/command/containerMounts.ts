import { programName, type SimpleCommand } from '../../shell/model/analysis';

export interface Mount {
  /** Absolute, without trailing slash. */
  readonly outside: string;
  readonly inside: string;
}

const PROGRAMS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl', 'finch', 'container']);

/** Known folders; undefined: starts no container. */
export function mountsOf(command: SimpleCommand): readonly Mount[] | undefined {
  if (!PROGRAMS.has(programName(command) ?? '')) return undefined;
  const mounts: Mount[] = [];
  for (const [index, { text }] of command.words.entries()) {
    const [, long, glued = ''] = /^(--volume|--mount|-v)=?(.*)$/s.exec(text ?? '') ?? [];
    if (long === undefined) continue;
    const value = glued === '' ? (command.words[index + 1]?.text ?? '') : glued;
    const mount = long === '--mount' ? bindMount(value) : volume(value);
    if (mount !== undefined) mounts.push(mount);
  }
  return mounts;
}

function volume(value: string): Mount | undefined {
  const [outside = '', inside = ''] = value.split(':');
  return mountOf(outside, inside);
}

function bindMount(value: string): Mount | undefined {
  const fields = new Map(value.split(',').map((field) => [field.replace(/=.*/s, ''), field.replace(/^[^=]*=?/s, '')]));
  const outside = fields.get('source') ?? fields.get('src') ?? '';
  return mountOf(outside, fields.get('target') ?? fields.get('destination') ?? fields.get('dst') ?? '');
}

function mountOf(outside: string, inside: string): Mount | undefined {
  if (!outside.startsWith('/') || !inside.startsWith('/')) return undefined;
  return { outside: outside.replace(/(?<=.)\/$/, ''), inside: inside.replace(/(?<=.)\/$/, '') };
}
