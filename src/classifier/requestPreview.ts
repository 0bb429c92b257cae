import type { ClassifierSettings } from '../engine/model/configuration';
import type { ClassifierQuestion } from '../engine/model/ports';
import { ActionTooLarge } from './prompt/classifierPrompt';
import { withinDeadline } from '../common/deadline';
import type { FirstLookExperience } from './firstLook';
import type { KeySource } from './models/keySource';
import { contextTokens, formatModelId, parseModelId, providerNamed, type ProviderTable } from './models/modelCatalogue';
import { chooseModel, type ModelChoice } from './models/modelChoice';
import { modelRequests } from './modelRequests';
import { secretCleaner } from './prompt/secretCleaner';
import { shownRequest, type ShownRequest } from './shownRequest';

export type RequestPreview =
  | {
      readonly kind: 'requests';
      readonly model: string;
      readonly address: string | undefined;
      readonly requests: readonly ShownRequest[];
      /** Then the requests show a model that could be configured. */
      readonly problem: string | undefined;
    }
  | { readonly kind: 'none'; readonly reason: string };

export interface PreviewParts {
  readonly keys: KeySource;
  readonly providers: ProviderTable;
  readonly experience: FirstLookExperience;
}

type Chosen = Extract<ModelChoice, { kind: 'model' }>;

/**
 * Sends nothing, asks nobody.
 * @throws DeadlineExceeded if editor or key store hang
 */
export async function requestPreview(
  question: ClassifierQuestion,
  { keys, providers, experience }: PreviewParts,
): Promise<RequestPreview> {
  const choice = await chosenInTime(question.settings, question.sessionModel, { keys, providers });
  const problem = choice.kind === 'none' ? `${choice.message} ${choice.remedy}` : undefined;
  const chosen = choice.kind === 'none' ? substitute(question.settings.model, providers) : choice;
  if (chosen === undefined) return { kind: 'none', reason: problem ?? '' };
  const { provider, model, connection } = chosen;
  const id = { provider: provider.id, model };
  try {
    const { firstLook, judgement } = modelRequests(question, chosen, experience.pays(id));
    const clean = secretCleaner(connection.key);
    return {
      kind: 'requests',
      model: formatModelId(id),
      address: connection.baseUrl ?? provider.ownAddress,
      requests: [
        ...(firstLook === undefined
          ? []
          : [shownRequest('first-look', firstLook, provider.requestBody(firstLook), clean)]),
        shownRequest('judgement', judgement, provider.requestBody(judgement), clean),
      ],
      problem,
    };
  } catch (error) {
    if (error instanceof ActionTooLarge) return { kind: 'none', reason: `${error.message} It is blocked unjudged.` };
    throw error;
  }
}

/**
 * @returns `provider/model-id`; undefined if none can be asked
 * @throws DeadlineExceeded
 */
export async function modelInForce(
  settings: ClassifierSettings,
  sessionModel: string | undefined,
  sources: Pick<PreviewParts, 'keys' | 'providers'>,
): Promise<string | undefined> {
  const choice = await chosenInTime(settings, sessionModel, sources);
  return choice.kind === 'none' ? undefined : formatModelId({ provider: choice.provider.id, model: choice.model });
}

/** Editor and key store may hang. */
function chosenInTime(
  settings: ClassifierSettings,
  sessionModel: string | undefined,
  sources: Pick<PreviewParts, 'keys' | 'providers'>,
): Promise<ModelChoice> {
  return withinDeadline(settings.timeoutSeconds * 1000, new AbortController().signal, () =>
    chooseModel(settings, sessionModel, sources),
  );
}

function substitute(configured: string | undefined, providers: ProviderTable): Chosen | undefined {
  const wanted = configured === undefined ? undefined : parseModelId(configured);
  const known = wanted === undefined ? undefined : providerNamed(providers, wanted.provider);
  const provider = known ?? Object.values(providers).find(({ defaultModel }) => defaultModel !== undefined);
  const model = known === undefined ? provider?.defaultModel : wanted?.model;
  if (provider === undefined || model === undefined) return undefined;
  return {
    kind: 'model',
    provider,
    model,
    contextTokens: contextTokens(provider, model),
    connection: { key: undefined, baseUrl: undefined },
    keySource: undefined,
  };
}
