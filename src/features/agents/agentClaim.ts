import type { ConnectionStatus, FolderProblem } from '../../agents/hooks/agentInstallation';
import type { PanelAgentState } from '../../panel/messages';
import type { AgentProof } from './agentActivity';
import { t } from '@vscode/l10n';

export interface AgentFacts {
  /** From the agent's files; undefined if it cannot be connected. */
  readonly connection: ConnectionStatus | undefined;
  readonly launcherUsable: boolean;
  /** What the user must still do before the hooks run, if known. */
  readonly untrusted: string | undefined;
  readonly folderProblems: readonly Pick<FolderProblem, 'kind' | 'sentence'>[];
  readonly isOn: boolean;
  readonly seenHere: boolean;
  readonly proof: AgentProof;
  readonly alarms: number;
  /** It asks despite an allow. */
  readonly asksDespiteAllow?: boolean;
}

export interface AgentClaim {
  readonly state: PanelAgentState;
  readonly sentence: string;
}

/** The worst known claim; "protected" only if the present hooks worked. */
export function agentClaim(facts: AgentFacts): AgentClaim {
  const { connection, alarms, folderProblems } = facts;
  if (alarms > 0) {
    return {
      state: 'alarm',
      sentence: t('It did not keep to a verdict. Stop the agent, look at what it did, then dismiss the alarm.'),
    };
  }
  if (connection === undefined) {
    return {
      state: 'asking',
      sentence: t('It asks by itself. Whether it asks about every call, and keeps to the answers, is not seen here.'),
    };
  }
  if (connection.state === 'not-connected') {
    return { state: 'not-connected', sentence: t('Its calls are not checked. Connect it.') };
  }
  if (connection.state === 'broken') {
    return { state: 'broken', sentence: connection.reason ?? t('Its hooks do not work. Connect it again.') };
  }
  if (!facts.launcherUsable) {
    return {
      state: 'broken',
      sentence: t('The program that its hooks run is missing. Reload the window, which puts it back.'),
    };
  }
  const off = folderProblems.find(({ kind }) => kind !== 'can-rewrite-calls');
  if (off !== undefined) return { state: 'switched-off', sentence: off.sentence };
  if (connection.state === 'outdated') {
    return {
      state: 'outdated',
      sentence: t('Its hooks are of another version, or not all there. Connect it again.'),
    };
  }
  if (facts.untrusted !== undefined) return { state: 'untrusted', sentence: facts.untrusted };
  const [weakening] = folderProblems;
  if (weakening !== undefined) return { state: 'weakened', sentence: weakening.sentence };
  const claim = seenWorking(facts);
  if (facts.asksDespiteAllow !== true || !facts.isOn) return claim;
  return { ...claim, sentence: `${claim.sentence} ${asksDespiteAllowText()}` };
}

export function asksDespiteAllowText(): string {
  return t('Its hooks can only refuse: it asks you as before, also about calls that Auto Mode allows.');
}

function seenWorking({ isOn, seenHere, proof }: AgentFacts): AgentClaim {
  if (!isOn) {
    return {
      state: 'connected',
      sentence: t('Auto mode is off here, so its calls are left to its own permission prompts. Turn it on.'),
    };
  }
  if (proof.judged && proof.enforced) {
    return {
      state: 'protected',
      sentence: proof.overruled
        ? t('Its calls are checked. Its own judge refused a call that Auto Mode allowed.')
        : proof.blockEnforced
          ? t('Its calls are checked, and what was blocked did not run.')
          : t('Its calls are checked, and what was allowed ran. No block has been seen to hold yet.'),
    };
  }
  if (proof.judged) {
    return {
      state: 'connected',
      sentence: t('Calls are judged. That it keeps to the verdicts has not been seen yet; let it finish a call.'),
    };
  }
  if (seenHere) {
    return {
      state: 'connected',
      sentence: t('It is running here, but no call of it has been judged yet. Give it something to do.'),
    };
  }
  return {
    state: 'connected',
    sentence: t('Not yet seen in this window. Start a new session of it in this folder.'),
  };
}
