import { findProgram } from '../disk/systemPrograms';
import type { ContainedHome } from './containedHome';
import type { ContainmentState } from './containment';
import { seccompFilter } from './seccompFilter';
import { selfTest, type Escape } from './selfTest';

/**
 * Prepares the tickets' folder and tries every escape.
 * @param userHome see `selfTest`
 */
export async function openContainment(home: ContainedHome, userHome: string): Promise<ContainmentState> {
  if (process.platform !== 'linux') return missing('Contained runs need Linux.');
  const filter = seccompFilter(process.arch);
  if (filter === undefined)
    return missing(`Contained runs need an x64 or arm64 machine, and this one is ${process.arch}.`);
  const bubblewrap = findProgram('bwrap');
  if (bubblewrap === undefined) {
    return missing('Contained runs need bubblewrap. Install it (sudo apt install bubblewrap), then reload the window.');
  }
  const bash = findProgram('bash');
  // The watch adds up a run's memory with it.
  const awk = findProgram('awk');
  if (bash === undefined || awk === undefined) {
    return missing(`Contained runs need ${bash === undefined ? 'bash' : 'awk'}. Install it, then reload the window.`);
  }
  try {
    home.prepare({ bash, bubblewrap }, filter);
  } catch (error) {
    return missing(error instanceof Error ? error.message : 'The folder of contained runs cannot be used.');
  }
  const result = await selfTest(home, userHome);
  switch (result.kind) {
    case 'holds':
      return { kind: 'ready' };
    case 'escapes':
      return missing(
        `The sandbox does not hold on this machine: ${result.escapes.map((one) => WORDS[one]).join('; ')}.`,
      );
    case 'fails':
      return missing(whyItFails(result.said));
  }
}

const WORDS: Readonly<Record<Escape, string>> = {
  network: 'a server could be reached',
  'write-outside': 'a file outside of the workspace could be written',
  'write-protected': 'a protected file could be written',
  'read-private': 'a private file could be read',
  signal: 'another process could be signalled',
  outlive: 'a process outlived the run',
  'new-protected': 'a protected file could be made',
  'shared-memory': 'memory is shared with other processes',
  namespace: 'the filter of system calls is not in force',
};

function whyItFails(said: string): string {
  if (/No permissions to create (?:a )?new namespace|Creating new namespace failed|setting up uid map/i.test(said)) {
    return (
      'Contained runs need user namespaces, which are off here. On Ubuntu 24.04 and newer: ' +
      'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0; elsewhere: sudo sysctl kernel.unprivileged_userns_clone=1. ' +
      'Inside a container they have to be allowed from outside.'
    );
  }
  const [line = ''] = said.split('\n').filter((one) => one.includes('bwrap') || one.includes('Auto Mode'));
  return `The sandbox did not start: ${line === '' ? 'its test gave no answer' : line.trim().slice(0, 300)}.`;
}

function missing(why: string): ContainmentState {
  return { kind: 'missing', why };
}
