import type { AgentInstallation } from '../../agents/hooks/agentInstallation';
import { codexHookTrust } from '../../agents/codex/hookTrust';
import { CODEX } from '../../agents/codex/payload';
import { findCodex } from '../../agents/codex/program';
import type { DoctorLink } from './doctor';
import { t } from '@vscode/l10n';

/** Undefined: asks for no trust. Never rejects. */
export async function doctorTrust(
  agent: string,
  folders: readonly string[],
  { directory, launcherPath }: Pick<AgentInstallation, 'directory'> & { readonly launcherPath: string },
  environment: NodeJS.ProcessEnv,
): Promise<DoctorLink | undefined> {
  if (agent !== CODEX) return undefined;
  const codex = findCodex(environment, folders);
  const unknown = (text: string): DoctorLink => ({ link: 'trust', state: 'not-checked', text });
  if (codex === undefined) {
    return unknown(
      t('Whether you trusted the hooks could not be asked: Codex is not on the PATH. Start Codex and type /hooks.'),
    );
  }
  const [first = directory, ...more] = folders;
  const trust = await codexHookTrust({
    codex: codex.path,
    directory,
    launcherPath,
    folders: [first, ...more],
    environment: { ...environment, PATH: codex.searchPath },
    seconds: 10,
  });
  if (trust.kind !== 'listed') {
    return unknown(
      t('Whether you trusted the hooks could not be asked: Codex did not answer. Start Codex and type /hooks.'),
    );
  }
  return trust.entries.every(({ state }) => state === 'trusted')
    ? { link: 'trust', state: 'ok', text: t('Codex says that you trusted the hooks.') }
    : {
        link: 'trust',
        state: 'problem',
        text: t(
          'Codex passes over hooks that you did not trust. Start Codex, type /hooks and trust those of Auto Mode.',
        ),
      };
}
