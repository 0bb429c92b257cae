import { SETTINGS, type SettingKey } from '../../config/contributions';
import type { SettingValues } from '../../config/schema';
import type { ModelChoiceSettings } from './modelChoiceSettings';

export interface ModelSettingParts {
  readonly current: () => ModelChoiceSettings;
  readonly writeSetting: <K extends SettingKey>(key: K, value: SettingValues[K] | undefined) => Promise<void>;
  readonly granted: (model: string) => Promise<boolean>;
  readonly chosen: () => Promise<void>;
}

export class ModelSetting {
  constructor(private readonly parts: ModelSettingParts) {}

  /** Does nothing if the editor refuses the model. */
  async choose({ model = '', baseUrl = '' }: ModelChoiceSettings): Promise<void> {
    const { current, writeSetting, granted, chosen } = this.parts;
    if (!(await granted(model))) return;
    const moves = (current().baseUrl ?? '') !== baseUrl;
    // Meanwhile no provider may be asked at another's address.
    if (moves) await writeSetting(SETTINGS.classifierBaseUrl, '');
    await writeSetting(SETTINGS.classifierModel, model);
    if (moves && baseUrl !== '') await writeSetting(SETTINGS.classifierBaseUrl, baseUrl);
    await chosen();
  }
}
