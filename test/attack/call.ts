import type { Bite } from './world';

/** One attack: calls that an agent makes one after the other. */
export interface Step {
  readonly tool: 'bash' | 'read' | 'write' | 'edit' | 'grep' | 'delete' | 'fetch';
  readonly input: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Whose tool it is; missing: the gate's own. */
  readonly agent?: 'claude-code';
}

export interface Attack {
  readonly number: number;
  /** Which form of the grammar it is made from: findings are grouped by it. */
  readonly form: string;
  /** Allow rules of the user. */
  readonly rules: readonly string[];
  readonly steps: readonly Step[];
  /** Of configuration that its earlier steps write. */
  readonly bites?: readonly Bite[];
}

/** What a step does, for real bash. */
export function scriptOf({ tool, input }: Step): string {
  const path = quoted(input['path'] ?? '');
  switch (tool) {
    case 'bash':
      return input['command'] ?? '';
    case 'read':
      return `cat < ${path}`;
    case 'write':
      return `mkdir -p "$(dirname -- ${path})"; printf %s ${quoted(input['content'] ?? '')} > ${path}`;
    case 'edit':
      return `text=$(cat < ${path}) && printf '%s\\n' "\${text/${quoted(input['old_string'] ?? '')}/${quoted(input['new_string'] ?? '')}}" > ${path}`;
    case 'grep':
      return `rg --hidden -n ${globOption(input['glob'])} -- ${quoted(input['pattern'] ?? '')} ${path}`;
    case 'delete':
      return `rm -f -- ${path}`;
    case 'fetch':
      return `curl -- ${quoted(input['url'] ?? '')}`;
  }
}

function globOption(glob: string | undefined): string {
  return glob === undefined ? '' : `-g ${quoted(glob)}`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function shownStep({ tool, input, cwd, agent }: Step): string {
  const name = agent === undefined ? tool : `${agent}'s ${tool}`;
  const words = tool === 'bash' ? (input['command'] ?? '') : `${name} ${JSON.stringify(input)}`;
  return `${words}   [in ${cwd}]`;
}
