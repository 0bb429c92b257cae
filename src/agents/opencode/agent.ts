import type { AgentIntegration } from '../hooks/agentIntegration';
import { pluginDialect } from '../hooks/pluginDialect';
import { pluginProbe } from '../hooks/pluginEntry';
import { OPENCODE } from './agentId';
import { opencodeDirectory, opencodeInstallation } from './installation';
import { opencodeInstructions } from './loadedInstructions';
import { opencodePlugin } from './programTexts';

export const OPENCODE_AGENT: AgentIntegration = {
  id: OPENCODE,
  usualFolder: '.config/opencode',
  directory: opencodeDirectory,
  dialect: (directory, _environment, instructionFiles) =>
    pluginDialect({
      id: OPENCODE,
      name: 'opencode',
      plugin: opencodePlugin(),
      questions: new Set(['question', 'plan_enter', 'plan_exit']),
      loadedContext: opencodeInstructions(directory, instructionFiles),
    }),
  installation: opencodeInstallation,
  guardedNames: [
    ...['opencode.json', 'opencode.jsonc', 'config.json', 'plugin', 'plugins', 'tool', 'tools'],
    ...['agent', 'agents', 'mode', 'modes'],
  ],
  probePayload: pluginProbe,
  // Nobody else runs its plugin, and nobody else's hooks run in it.
  sends: () => false,
};
