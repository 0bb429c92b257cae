import type { ProviderTable } from '../models/modelCatalogue';
import { anthropicProvider } from './anthropic';
import { localServerProvider } from './localServer';
import { openAiProvider } from './openAi';

export const PROVIDERS: ProviderTable = {
  anthropic: anthropicProvider,
  openai: openAiProvider,
  local: localServerProvider,
};
