import type { ProviderTable } from '../modelCatalogue';
import { anthropicProvider } from './anthropic';

/** Every provider, in the order in which a default model is looked for. */
export const PROVIDERS: ProviderTable = { anthropic: anthropicProvider };
