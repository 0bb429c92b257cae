// @ts-check
'use strict';

/**
 * Chat models that answer what a test tells them to. Tests only. The commands `chatModels.script` and `chatModels.requests` set what
 * comes next and tell what came. Models of a vendor whose name begins with `guarded` need the user's consent.
 *
 * A script: `{ parts, error, hang, count }`. `parts` are sent first, each `{ text }`, `{ tool, input }` or `{ repeat, times }`; then the
 * request fails, hangs until it is cancelled, or ends. `count` is what token counting answers.
 */

const vscode = require('vscode');

const FAMILY = 'judge';

/** @type {any} */
let script = { parts: [] };
/** @type {any[]} */
let requests = [];

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  /** @type {{ vendor: string }[]} */
  const vendors = context.extension.packageJSON.contributes.languageModelChatProviders;
  for (const { vendor } of vendors) {
    context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider(vendor, provider(vendor)));
  }
  const prefix = context.extension.packageJSON.name;
  context.subscriptions.push(
    vscode.commands.registerCommand(`${prefix}.script`, (next) => {
      script = next;
      requests = [];
    }),
    vscode.commands.registerCommand(`${prefix}.requests`, () => requests),
  );
};

/** @param {string} vendor @returns {import('vscode').LanguageModelChatProvider} */
function provider(vendor) {
  const model = (/** @type {string} */ id) => ({
    id,
    name: `${vendor} ${id}`,
    family: FAMILY,
    version: '1',
    maxInputTokens: 100_000,
    maxOutputTokens: 4_000,
    capabilities: { toolCalling: true },
    ...(vendor.startsWith('guarded') ? { requiresAuthorization: { label: 'Test account' } } : {}),
  });
  return {
    provideLanguageModelChatInformation: () => [model('small'), model('org/large')],
    provideTokenCount: () => Promise.resolve(script.count ?? 1234),
    provideLanguageModelChatResponse: async (chosen, messages, options, progress, token) => {
      /** @type {any} */
      const request = {
        model: `${vendor}/${chosen.id}`,
        messages: messages.map(({ role, content }) => ({ role, text: content.map(textOf).join('') })),
        tools: (options.tools ?? []).map(({ name, inputSchema }) => ({ name, inputSchema })),
        toolMode: options.toolMode,
        modelOptions: options.modelOptions,
        cancelledAt: undefined,
      };
      requests.push(request);
      token.onCancellationRequested(() => (request.cancelledAt = Date.now()));
      for (const part of script.parts ?? []) send(part, progress);
      if (script.error !== undefined) throw failure(script.error);
      if (script.hang === true) await new Promise((resolve) => token.onCancellationRequested(resolve));
    },
  };
}

/** @param {any} part @param {import('vscode').Progress<import('vscode').LanguageModelResponsePart>} progress */
function send(part, progress) {
  if (part.repeat !== undefined) {
    for (let sent = 0; sent < part.times; sent += 1) progress.report(new vscode.LanguageModelTextPart(part.repeat));
  } else if (part.tool !== undefined) {
    progress.report(new vscode.LanguageModelToolCallPart(`call-${Math.random()}`, part.tool, part.input));
  } else progress.report(new vscode.LanguageModelTextPart(part.text));
}

/** @param {{ code?: 'NoPermissions' | 'Blocked' | 'NotFound', name?: string, message: string }} error */
function failure({ code, name, message }) {
  if (code !== undefined) return vscode.LanguageModelError[code](message);
  const error = new Error(message);
  if (name !== undefined) error.name = name;
  return error;
}

/** @param {unknown} part */
function textOf(part) {
  return part instanceof vscode.LanguageModelTextPart ? part.value : `[${String(part)}]`;
}
