import * as vscode from 'vscode';
import type {
  EditorAccess,
  EditorAnswerPart,
  EditorModel,
  EditorModels,
  EditorRequest,
} from '../../classifier/providers/editorModels';
import { ConsentLookup } from './consentLookup';

/** Milliseconds in an idle editor, seconds in a busy one. */
const CONSENT_LOOKUP_MS = 5_000;
/** Only extensions with this proposed interface need consent. */
const PROPOSAL_WITH_CONSENT = /^chatProvider\b/;

export class EditorLanguageModels implements EditorModels {
  readonly #consents = new ConsentLookup<'given' | 'not-seen'>(CONSENT_LOOKUP_MS);

  constructor(
    private readonly access: vscode.LanguageModelAccessInformation,
    private readonly subscriptions: { push(disposable: vscode.Disposable): unknown },
  ) {
    this.subscriptions.push(
      access.onDidChange(() => {
        this.#consents.forget();
      }),
    );
  }

  async select(vendor: string | undefined): Promise<readonly EditorModel[]> {
    const models = await vscode.lm.selectChatModels(vendor === undefined ? {} : { vendor });
    return models.map((model) => ({
      vendor: model.vendor,
      id: model.id,
      family: model.family,
      maxInputTokens: model.maxInputTokens,
      access: () => this.accessTo(model),
      send: (request, signal) => send(model, request, signal),
      countTokens: (text, signal) => withToken(signal, (token) => model.countTokens(text, token)),
    }));
  }

  onDidChange(listener: () => void): void {
    this.subscriptions.push(vscode.lm.onDidChangeChatModels(listener));
  }

  /**
   * In VS Code 1.139 `canSendRequest` is true for every model. A request asks for consent unless this silent look, its
   * first step, finds one.
   */
  private async accessTo(model: vscode.LanguageModelChat): Promise<EditorAccess> {
    if (this.access.canSendRequest(model) !== true) return 'not-given';
    const owner = vscode.extensions.all.find((extension) => vendorsOf(extension).includes(model.vendor));
    if (owner === undefined) return 'unknown';
    if (!mayNeedConsent(owner)) return 'given';
    return (await this.#consents.answer(owner.id, () => consentOnRecord(owner))) ?? 'unknown';
  }
}

async function consentOnRecord({ id }: vscode.Extension<unknown>): Promise<'given' | 'not-seen'> {
  const session = await vscode.authentication.getSession(`__${id}`, [], { silent: true });
  return session === undefined ? 'not-seen' : 'given';
}

function vendorsOf({ packageJSON }: vscode.Extension<unknown>): readonly unknown[] {
  const contributed = field(field(packageJSON, 'contributes'), 'languageModelChatProviders');
  return (Array.isArray(contributed) ? contributed : [contributed]).map((provider) => field(provider, 'vendor'));
}

function mayNeedConsent({ packageJSON }: vscode.Extension<unknown>): boolean {
  const proposals = field(packageJSON, 'enabledApiProposals');
  return (
    Array.isArray(proposals) && proposals.some((name) => typeof name === 'string' && PROPOSAL_WITH_CONSENT.test(name))
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

async function send(
  model: vscode.LanguageModelChat,
  { messages, tool, modelOptions, justification }: EditorRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<EditorAnswerPart>> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
    source.dispose();
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const response = await model.sendRequest(
    messages.map((text) => vscode.LanguageModelChatMessage.User(text)),
    {
      justification,
      modelOptions: { ...modelOptions },
      ...(tool === undefined
        ? {}
        : {
            tools: [{ name: tool.name, description: tool.description, inputSchema: tool.schema }],
            toolMode: vscode.LanguageModelChatToolMode.Required,
          }),
    },
    source.token,
  );
  return partsOf(response);
}

async function* partsOf({ stream }: vscode.LanguageModelChatResponse): AsyncGenerator<EditorAnswerPart> {
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart) yield { kind: 'text', text: part.value };
    else if (part instanceof vscode.LanguageModelToolCallPart) {
      yield { kind: 'tool-call', name: part.name, input: part.input };
    } else yield { kind: 'other' };
  }
}

async function withToken<T>(signal: AbortSignal, work: (token: vscode.CancellationToken) => Thenable<T>): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work(source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
