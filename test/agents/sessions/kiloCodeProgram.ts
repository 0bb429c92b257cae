import { ensureKiloCode, KILO_CODE_VERSION } from '../../../scripts/toolchain/kiloCode.mjs';
import { KILO_CODE_AGENT } from '../../../src/agents/kiloCode/agent';
import type { FamilyProgram } from './opencodeFamilySession';

export const KILO_CODE_PROGRAM: FamilyProgram = {
  agent: KILO_CODE_AGENT,
  ensure: ensureKiloCode,
  userFile: 'kilo.jsonc',
  schema: 'https://app.kilo.ai/config.json',
  pluginTypes: { '@kilocode/plugin': KILO_CODE_VERSION },
  offline: {
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_LSP_DOWNLOAD: '1',
    KILO_DISABLE_SESSION_INGEST: '1',
    KILO_TELEMETRY_LEVEL: 'off',
  },
};
