import { t } from '@vscode/l10n';
import type {
  KeyState,
  ModelChoiceSlice,
  ModelInForce,
  PanelTestCard,
  ProviderNeed,
} from '../../src/panel/modelChoice';

type Settings = ModelChoiceSlice['settings'];

export function whyTexts(): Readonly<Record<ModelInForce['why'], string>> {
  return {
    configured: t('You chose it.'),
    automatic: t('Chosen automatically: the first provider whose key may be used.'),
    none: t('No model can judge.'),
  };
}

export function needTexts(): Readonly<Record<ProviderNeed, { readonly word: string; readonly sentence: string }>> {
  return {
    nothing: { word: t('Ready'), sentence: '' },
    key: { word: t('Key missing'), sentence: t('A key is needed before its models can judge.') },
    'key-refused': { word: t('Key refused'), sentence: t('Enter a valid key.') },
    'key-confirmation': {
      word: t('Key not confirmed'),
      sentence: t('The environment of the editor holds a key. It is used once you have confirmed it.'),
    },
    address: {
      word: t('Address missing'),
      sentence: t('Enter where your server listens, such as Ollama, llama.cpp, vLLM or LM Studio.'),
    },
    'address-mended': {
      word: t('Address unusable'),
      sentence: t('Correct the setting with the address. No model is asked until then.'),
    },
    consent: {
      word: t('Consent missing'),
      sentence: t('The editor asks you before its models may judge. One tiny request counts against your quota there.'),
    },
    server: { word: t('Server not reached'), sentence: t('Start the server, then try again.') },
    models: { word: t('No model there'), sentence: t('Nothing is offered there that could judge.') },
    failed: { word: t('Not answering'), sentence: '' },
  };
}

export function mendTexts(): Readonly<Record<ProviderNeed, string>> {
  return {
    nothing: '',
    key: t('Enter Key…'),
    'key-refused': t('Enter Key…'),
    'key-confirmation': t('Review Key…'),
    address: t('Set Address…'),
    'address-mended': t('Open the Setting'),
    consent: t('Ask the Editor for Consent'),
    server: t('Try Again'),
    models: t('Try Again'),
    failed: t('Try Again'),
  };
}

export function keyTexts(variable: string): Readonly<Record<KeyState, string>> {
  return {
    'not-needed': t('No key is needed.'),
    'not-set': t('Key: not set'),
    stored: t('Key: set, in the secret storage of the editor'),
    environment: t('Key: from the environment variable {variable}', { variable }),
    'environment-unconfirmed': t('Key: in the environment variable {variable}, not confirmed', { variable }),
  };
}

export function staleTexts(): Readonly<Record<PanelTestCard['stale'][number], string>> {
  return {
    policy: t('It was made with an older policy of Auto Mode, so a test today may come out differently.'),
    cases: t('It was made with an older set of cases.'),
    settings: t('It was made with other settings of the judge.'),
  };
}

export function settingNames(): Readonly<Record<keyof ModelChoiceSlice['settings'], string>> {
  return {
    whenUnavailable: t('When no model answers'),
    onBlock: t('When the model blocks'),
    stages: t('Stages'),
    timeoutSeconds: t('Time limit'),
    assistantText: t("The agent's own words are shown to the model"),
  };
}

export function settingValueTexts(): {
  readonly whenUnavailable: Readonly<Record<Settings['whenUnavailable'], string>>;
  readonly onBlock: Readonly<Record<Settings['onBlock'], string>>;
  readonly stages: Readonly<Record<Settings['stages'], string>>;
  readonly yes: string;
  readonly no: string;
} {
  return {
    whenUnavailable: { ask: t('ask me'), block: t('block') },
    onBlock: { ask: t('ask me, unless a hard rule blocks'), block: t('block') },
    stages: { auto: t('automatic'), one: t('one request'), two: t('a first look, then the judgement') },
    yes: t('yes'),
    no: t('no'),
  };
}
