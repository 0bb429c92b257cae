import { checkRequestSchema, type CheckRequest } from '../calls/request';
import { jsonCopy } from '../common/jsonCopy';
import { resolvePath } from '../files/pathResolution';
import { isAbsolute } from '../files/pathText';
import type { Gate } from './model/ports';

export interface Reading {
  readonly request: CheckRequest | undefined;
  readonly problem: string | undefined;
}

export function readRequest(raw: unknown, gate: Pick<Gate, 'machine' | 'files'>): Reading {
  const copy = jsonCopy(raw);
  if (!copy.ok) return { problem: copy.problem, request: undefined };
  const parsed = checkRequestSchema.safeParse(copy.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    const problem = `${field === '' ? 'the request' : field}: ${issue?.message ?? 'does not fit'}`;
    return { problem, request: undefined };
  }
  const request = parsed.data;
  const { cwd } = request;
  const wrong = cwd === undefined ? undefined : folderProblem(cwd, gate);
  return { request, problem: wrong === undefined ? undefined : `cwd: the folder ${JSON.stringify(cwd)} ${wrong}` };
}

/** Ends a sentence. A folder on another machine is not read. */
function folderProblem(cwd: string, { machine, files }: Pick<Gate, 'machine' | 'files'>): string | undefined {
  const { remote, real } = resolvePath(cwd, undefined, machine, files);
  if (remote) return undefined;
  if (!isAbsolute(cwd, machine.platform)) return 'is no absolute path';
  const facts = files.inspect(real ?? files.realPath(cwd) ?? cwd);
  const exists = typeof facts === 'object' && facts.type === 'directory';
  return exists ? undefined : 'does not exist';
}
