import { lstatSync } from 'node:fs';
import type { AgentInstallation } from '../../agents/hooks/agentInstallation';
import { agentPresence } from '../../agents/agentPresence';
import { probePayload } from '../../agents/probePayload';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile } from '../../disk/ownFile';
import type { Probes } from '../../bridge/probes';
import type { ContainmentState } from '../../sandbox/containment';
import { asksDespiteAllow } from '../../facts/agents';
import { asksDespiteAllowText } from './agentClaim';
import { runProbe } from './doctorProbe';
import { probeFailureText } from './probeFailureText';
import { t } from '@vscode/l10n';

export interface DoctorLink {
  readonly link: string;
  readonly state: 'ok' | 'problem' | 'not-checked';
  /** A finding, or a problem with its remedy. No secret. */
  readonly text: string;
}

export interface DoctorReport {
  readonly gate: readonly DoctorLink[];
  readonly agents: Readonly<Record<string, readonly DoctorLink[]>>;
  readonly problems: number;
}

export interface DoctorParts {
  readonly installations: readonly AgentInstallation[];
  readonly gate: GateHome;
  readonly isLauncherCurrent: () => boolean;
  readonly probes: Probes;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly folders: () => readonly string[];
  /** For agents that do not say whether they run hooks; undefined: nothing to ask. */
  readonly trust: (installation: AgentInstallation, folders: readonly string[]) => Promise<DoctorLink | undefined>;
  readonly agentName: (agent: string) => string;
  readonly contained: () => ContainmentState;
}

/** Checks every link of every agent and sends a probe through; changes nothing. */
export class Doctor {
  constructor(private readonly parts: DoctorParts) {}

  /** Marks what an abort left out. Never rejects for a finding. */
  async examine(signal: AbortSignal, progress: (what: string) => void = () => undefined): Promise<DoctorReport> {
    const gate = [...this.gateLinks(), this.containedLink()];
    const agents: Record<string, readonly DoctorLink[]> = {};
    for (const installation of this.parts.installations) {
      progress(this.parts.agentName(installation.agent));
      agents[installation.agent] = await this.agentLinks(installation, signal);
    }
    const all = [...gate, ...Object.values(agents).flat()];
    return { gate, agents, problems: all.filter(({ state }) => state === 'problem').length };
  }

  private containedLink(): DoctorLink {
    const state = this.parts.contained();
    const link = 'contained';
    switch (state.kind) {
      case 'ready':
        return {
          link,
          state: 'ok',
          text: t('The sandbox of contained runs holds: each escape was tried on this machine.'),
        };
      case 'testing':
        return { link, state: 'not-checked', text: t('The sandbox of contained runs is still being tried.') };
      case 'missing':
        return { link, state: 'not-checked', text: t('Nothing runs contained. {why}', { why: state.why }) };
    }
  }

  private gateLinks(): DoctorLink[] {
    const { gate } = this.parts;
    const reload = t('Reload the window: that repairs it, or says why it cannot.');
    const check = (link: string, isFine: boolean, fine: string, wrong: string): DoctorLink =>
      isFine ? { link, state: 'ok', text: fine } : { link, state: 'problem', text: `${wrong} ${reload}` };
    const launcher = readOwnFile(gate.launcher, 0o700);
    const folders = [gate.directory, gate.run].every(isPrivateFolder);
    const links = [
      check(
        'folder',
        folders,
        t('The folder {folder} is yours alone.', { folder: gate.directory }),
        t('The folder {folder} is missing, or not yours alone.', { folder: gate.directory }),
      ),
      check(
        'token',
        readOwnFile(gate.token, 0o600) !== undefined,
        t('The token by which windows know the launcher is there, and only you can read it.'),
        t('The token by which windows know the launcher is missing, or others can read it.'),
      ),
      check(
        'launcher',
        launcher !== undefined,
        t('The launcher is there, and only you can change it.'),
        t('The launcher is missing, or others can change it.'),
      ),
    ];
    if (launcher === undefined) return links;
    const hasCurl = launcher.includes('--unix-socket');
    return [
      ...links,
      check(
        'launcher-version',
        this.parts.isLauncherCurrent(),
        t('The launcher is the one that this version writes.'),
        t('The launcher is not the one that this version writes: another version did, or it was changed.'),
      ),
      {
        link: 'client',
        state: 'ok',
        text: hasCurl
          ? t('The launcher asks by curl.')
          : t(
              "The launcher asks by the editor's own runtime, since no curl was found. Install curl to make each call faster.",
            ),
      },
    ];
  }

  private async agentLinks(installation: AgentInstallation, signal: AbortSignal): Promise<DoctorLink[]> {
    const { folders, trust } = this.parts;
    const { settingsPath } = installation;
    const links = [this.presence(installation)];
    const { state, reason } = installation.status();
    const connect = t('Run "Auto Mode: Connect All Agents".');
    const texts = {
      connected: t('The hooks in {file} are there and up to date.', { file: settingsPath }),
      outdated: t('The hooks in {file} are not as this version writes them.', { file: settingsPath }),
      broken: reason ?? '',
      'not-connected': t('Not connected: its calls are not checked.'),
    };
    if (state === 'not-connected') {
      links.push({ link: 'hooks', state: 'not-checked', text: `${texts[state]} ${connect}` });
      return links;
    }
    if (state === 'connected') links.push({ link: 'hooks', state: 'ok', text: texts[state] });
    else
      links.push({
        link: 'hooks',
        state: 'problem',
        text: state === 'broken' ? texts[state] : `${texts[state]} ${connect}`,
      });

    const problems = installation.folderProblems(folders());
    for (const { path, sentence } of problems)
      links.push({ link: 'folder', state: 'problem', text: `${path}: ${sentence}` });
    if (problems.length === 0) {
      links.push({ link: 'folder', state: 'ok', text: t('No file of the opened folders acts on the hooks.') });
    }
    if (!signal.aborted) {
      const trusted = await trust(installation, folders());
      if (trusted !== undefined) links.push(trusted);
    }
    if (asksDespiteAllow(installation.agent)) {
      links.push({ link: 'allow', state: 'not-checked', text: asksDespiteAllowText() });
    }
    links.push(await this.probe(installation, state === 'connected', signal));
    return links;
  }

  private presence({ agent, directory }: AgentInstallation): DoctorLink {
    const { environment, agentName } = this.parts;
    const name = agentName(agent);
    const { program, version, used, needs } = agentPresence(agent, directory, environment);
    if (needs !== undefined && version !== undefined) {
      const text = t('{agent} {version} is older than {minimum}: its failed hooks may let a call run. Update it.', {
        agent: name,
        version,
        minimum: needs,
      });
      return { link: 'agent', state: 'problem', text };
    }
    if (program !== undefined) {
      const found = version === undefined ? name : `${name} ${version}`;
      return { link: 'agent', state: 'ok', text: t('{agent} is at {path}.', { agent: found, path: program }) };
    }
    return used
      ? {
          link: 'agent',
          state: 'ok',
          text: t('{agent} was used here, and is not on the PATH of the editor.', { agent: name }),
        }
      : { link: 'agent', state: 'not-checked', text: t('{agent} was not found on this machine.', { agent: name }) };
  }

  private async probe(installation: AgentInstallation, connected: boolean, signal: AbortSignal): Promise<DoctorLink> {
    const { probes, environment, folders, home } = this.parts;
    const { agent, hookCommand } = installation;
    const cwd = folders()[0] ?? home;
    const sessionId = probes.begin();
    try {
      const payload = probePayload(agent, sessionId, cwd);
      if (signal.aborted) return { link: 'probe', state: 'not-checked', text: t('Cancelled before the probe.') };
      // Starts only what this version writes.
      if (!connected || hookCommand === undefined || payload === undefined || process.platform === 'win32') {
        return {
          link: 'probe',
          state: 'not-checked',
          text: t('No probe was sent: the hooks are not as they should be.'),
        };
      }
      const result = await runProbe({ command: hookCommand, payload, sessionId, cwd, environment, signal });
      if (result.kind === 'answered') {
        const text = t('A probe went through the launcher to this window and back in {time} ms.', {
          time: result.milliseconds,
        });
        return { link: 'probe', state: 'ok', text };
      }
      return { link: 'probe', state: 'problem', text: probeFailureText(result.how) };
    } finally {
      probes.end(sessionId);
    }
  }
}

function isPrivateFolder(path: string): boolean {
  try {
    const facts = lstatSync(path);
    const isOwn = process.getuid === undefined || facts.uid === process.getuid();
    return facts.isDirectory() && isOwn && (process.platform === 'win32' || (facts.mode & 0o077) === 0);
  } catch {
    return false;
  }
}
