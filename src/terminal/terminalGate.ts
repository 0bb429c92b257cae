import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { redactSecrets } from '../classifier/prompt/redaction';
import { loginShell } from '../disk/loginShell';
import { createNodeFileSystem } from '../disk/nodeFileSystem';
import { RecentRounds } from '../engine/known/recentRounds';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import { DEFAULT_PROTECTED_PATHS } from '../config/defaultProtectedPaths';
import { linkedFolders } from '../engine/linkedFolders';
import type { Gate } from '../engine/model/ports';

/** No user to ask, no classifier, no memory. */
export function terminalGate(configuration: EffectiveConfiguration): Gate {
  return {
    machine: {
      platform: process.platform,
      homeDirectory: homedir(),
      loginShell: loginShell(process.env),
      gatePaths: [join(homedir(), '.auto-mode')],
      secretGatePaths: ['token', 'snapshots'].map((name) => join(homedir(), '.auto-mode', name)),
    },
    files: createNodeFileSystem(process.platform, {
      roots: () => [homedir(), process.cwd()],
      folders: linkedFolders(DEFAULT_PROTECTED_PATHS),
    }),
    writes: { note: () => undefined, wrote: () => false, noteChange: () => undefined, lastWrite: () => undefined },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    classifier: {
      usable: () => Promise.resolve(false),
      classify: () =>
        Promise.resolve({
          kind: 'outage',
          outage: 'no-model',
          message: 'No classifier is configured in the terminal.',
          remedy: 'Decide the call in VS Code, or settle it with a rule.',
          usage: undefined,
        }),
    },
    user: { available: false, ask: () => Promise.resolve({ kind: 'closed' }) },
    memory: {
      holdsAllowOnce: () => false,
      takeAllowOnce: () => false,
      cached: () => false,
      remember: () => undefined,
      paused: false,
      livingShellChanged: () => false,
      noteLivingShellChanged: () => undefined,
      ignoresEntry: () => false,
      ignoreEntry: () => undefined,
      exempted: () => false,
      exempt: () => undefined,
    },
    configurationFor: () => configuration,
    redact: (text) => redactSecrets(text).text,
    newId: () => randomUUID(),
    writeLog: () => true,
    note: () => undefined,
    known: new RecentRounds(),
  };
}
