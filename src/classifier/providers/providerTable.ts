import type { ProviderTable } from '../models/modelCatalogue';
import { anthropicProvider } from './anthropic';
import { localServerProvider } from './localServer';
import { openAiProvider } from './openAi';

/** Every provider, in the order in which a default model is looked for. */
export const PROVIDERS: ProviderTable = {
  anthropic: anthropicProvider,
  openai: openAiProvider,
  local: localServerProvider,
};
