import type { AgentIntegration } from '../hooks/agentIntegration';
import { pluginDialect } from '../hooks/pluginDialect';
import { pluginProbe } from '../hooks/pluginEntry';
import { CODE_FOLDERS, type FamilyMember } from './familyMember';
import { familyDirectory, familyInstallation } from './installation';
import { familyInstructions } from './loadedInstructions';
import { familyPlugin } from './programTexts';

export function familyAgent(member: FamilyMember): AgentIntegration {
  const { id, name, folder, userFiles, questions, isDrivenFromAfar } = member;
  return {
    id,
    usualFolder: `.config/${folder}`,
    directory: (home, environment) => familyDirectory(member, home, environment),
    dialect: (directory, _environment, instructionFiles) =>
      pluginDialect({
        id,
        name,
        plugin: familyPlugin(),
        questions,
        ...(isDrivenFromAfar && { isDrivenFromAfar }),
        loadedContext: familyInstructions(directory, instructionFiles),
      }),
    installation: (directory, launcherPath) => familyInstallation(member, directory, launcherPath),
    guardedNames: [...userFiles, 'config.json', ...CODE_FOLDERS, 'agent', 'agents', 'mode', 'modes'],
    probePayload: pluginProbe,
    // Nobody else runs its plugin, and it runs nobody else's hooks.
    sends: () => false,
  };
}
