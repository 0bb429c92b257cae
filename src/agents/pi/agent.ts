import type { AgentIntegration } from '../hooks/agentIntegration';
import { pluginDialect } from '../hooks/pluginDialect';
import { pluginProbe } from '../hooks/pluginEntry';
import { PI } from './agentId';
import { piDirectory, piInstallation } from './installation';
import { piInstructions } from './loadedInstructions';
import { piExtension } from './programTexts';

export const PI_AGENT: AgentIntegration = {
  id: PI,
  usualFolder: '.pi/agent',
  directory: piDirectory,
  dialect: (directory, _environment, instructionFiles) =>
    pluginDialect({
      id: PI,
      name: 'pi',
      plugin: piExtension(),
      questions: new Set(),
      loadedContext: piInstructions(directory, instructionFiles),
    }),
  installation: piInstallation,
  guardedNames: ['extensions', 'settings.json', 'trust.json', 'sessions'],
  probePayload: pluginProbe,
  // Nobody else runs its extension, and it runs nobody else's hooks.
  sends: () => false,
};
