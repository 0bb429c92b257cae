import { request as httpRequest } from 'node:http';

export interface WindowRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Missing: a GET. */
  readonly body?: string | undefined;
  /** Without a byte for so long it is frozen. */
  readonly silentMs: number;
  /** Of the answer. */
  readonly mostCharacters: number;
  readonly signal: AbortSignal;
}

/**
 * @returns the whole answer
 * @throws Error without a whole answer of status 200
 */
export function requestWindow(
  socketPath: string,
  { path, headers, body, silentMs, mostCharacters, signal }: WindowRequest,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const client = httpRequest({ socketPath, path, method, agent: false, headers, signal });
    client.setTimeout(silentMs, () => client.destroy(new Error('The window is silent.')));
    client.on('error', reject);
    client.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (data: string) => {
        text += data;
        if (text.length > mostCharacters) client.destroy(new Error('The answer is too long.'));
      });
      response.on('error', reject);
      response.on('close', () => {
        if (response.statusCode === 200 && response.complete) resolve(text);
        else reject(new Error(`The window gave no whole answer, or status ${response.statusCode}.`));
      });
    });
    client.end(body);
  });
}
