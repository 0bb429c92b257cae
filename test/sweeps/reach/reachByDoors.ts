import { decide } from '../../../src/engine/decide';
import type { JsonObject } from '../../../src/common/json';
import {
  configuration,
  entries,
  fakeGate,
  HOME,
  permissions,
  verdict,
  WORKSPACE,
  type Tree,
} from '../../unit/engine/fakeGate';

export interface Call {
  readonly agent?: string;
  readonly tool: string;
  readonly input: JsonObject;
}

const TREE: Tree = {
  [`${HOME}/.auto-mode/token`]: 'x',
  [`${HOME}/.config/Code/User/settings.json`]: '{}',
  [`${WORKSPACE}/.vscode/settings.json`]: '{"autoMode.permissions.deny":["bash(rm *)"]}',
  [`${WORKSPACE}/.vscode/tasks.json`]: '{"tasks":[{"command":"x"}]}',
  [`${WORKSPACE}/evil/settings.json`]: '{}',
  [`${WORKSPACE}/evil/hooks/x.json`]: '{}',
  [`${WORKSPACE}/.env`]: 'X=1',
  [`${HOME}/.ollama/models/blobs/sha256-1`]: 'x',
};

export async function stageOf(call: Call): Promise<string> {
  const gate = fakeGate({
    tree: TREE,
    classifier: () => verdict('allow'),
    configuration: configuration({ permissions: permissions({ allow: entries(['bash(*)', '*']) }) }),
  });
  const decision = await decide({ ...call, cwd: WORKSPACE, sessionId: 's' }, gate, new AbortController().signal);
  return decision.stage;
}
