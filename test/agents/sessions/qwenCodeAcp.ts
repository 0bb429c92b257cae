/** A client of the Agent Client Protocol: Qwen Code asks its user through it, as an editor would be asked. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { NodeAgentRun } from './nodeAgentSession';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: { readonly sessionId?: string };
  readonly error?: unknown;
}

/**
 * One prompt of the real Qwen Code. Every question to the user is refused.
 * @returns what the user was asked, each as JSON
 */
export async function promptQwenCode(
  { agent, home, cwd, modelUrl, mode }: NodeAgentRun,
  seconds = 240,
): Promise<{ readonly questions: readonly string[] }> {
  const child = spawn(agent.node, [agent.script, '--acp', '--approval-mode', mode], {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      QWEN_CODE_NO_RELAUNCH: 'true',
      OPENAI_API_KEY: 'unused',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: 'test',
    },
  });
  const questions: string[] = [];
  let lastId = 0;
  const waiting = new Map<number, (message: Message) => void>();
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      return;
    }
    if (message.method === undefined) {
      waiting.get(message.id ?? -1)?.(message);
    } else if (message.id !== undefined) {
      if (message.method === 'session/request_permission') questions.push(JSON.stringify(message.params));
      send({ id: message.id, result: { outcome: { outcome: 'cancelled' } } });
    }
  });
  const ask = (method: string, params: object): Promise<Message> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, (message) => {
        if (message.error === undefined) resolve(message);
        else reject(new Error(`${method}: ${JSON.stringify(message.error)}`));
      });
      send({ id, method, params });
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const ended = new Promise<never>((_resolve, reject) => {
    child.on('close', () => {
      reject(new Error(`Qwen Code ended before its answer.`));
    });
  });
  // After the answer nobody waits for the end.
  ended.catch(() => undefined);
  const session = async (): Promise<void> => {
    await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { result } = await ask('session/new', { cwd, mcpServers: [] });
    await ask('session/prompt', { sessionId: result?.sessionId, prompt: [{ type: 'text', text: 'Please do it.' }] });
  };
  try {
    await Promise.race([session(), ended]);
    return { questions };
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
