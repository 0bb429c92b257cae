import { checkRequestSchema, type CheckRequest } from '../calls/request';
import { InputProblem } from '../common/inputProblem';
import { jsonCopy } from '../common/jsonCopy';
import { resolvePath } from '../files/pathResolution';
import { isAbsolute } from '../files/pathText';
import type { Gate } from './model/ports';

export interface Reading {
  readonly request: CheckRequest | undefined;
  readonly problem: string | undefined;
}

/** Asks nothing of the disk. */
export function readRequest(raw: unknown): Reading {
  const copy = jsonCopy(raw);
  if (!copy.ok) return { problem: copy.problem, request: undefined };
  const parsed = checkRequestSchema.safeParse(copy.value);
  if (parsed.success) return { request: parsed.data, problem: undefined };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const problem = `${field === '' ? 'the request' : field}: ${issue?.message ?? 'does not fit'}`;
  return { problem, request: undefined };
}

/** @throws InputProblem A folder on another machine is not looked at. */
export function requireFolder(cwd: string, { machine, files }: Pick<Gate, 'machine' | 'files'>): void {
  const { remote, real } = resolvePath(cwd, undefined, machine, files);
  if (remote) return;
  if (!isAbsolute(cwd, machine.platform)) throw wrongFolder(cwd, 'is no absolute path');
  const facts = files.inspect(real ?? files.realPath(cwd) ?? cwd);
  if (typeof facts === 'string' || facts.type !== 'directory') throw wrongFolder(cwd, 'does not exist');
}

function wrongFolder(cwd: string, why: string): InputProblem {
  return new InputProblem(`cwd: the folder ${JSON.stringify(cwd)} ${why}`);
}
