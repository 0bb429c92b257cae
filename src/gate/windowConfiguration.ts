import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { Gate } from '../engine/model/ports';
import type { SessionFolders } from './sessionFolders';

/** The settings of the call's folder and session; off if the user switched either off. */
export function windowConfiguration(
  sessions: SessionFolders,
  isOff: (sessionId: string | undefined) => boolean,
): Gate['configurationFor'] {
  // One copy per snapshot: the engine recognises it by identity.
  const switchedOff = new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
  return (cwd, sessionId) => {
    const configuration = sessions.configurationFor(cwd, sessionId);
    if (!configuration.enabled || !isOff(sessionId)) return configuration;
    const off = switchedOff.get(configuration) ?? { ...configuration, enabled: false };
    switchedOff.set(configuration, off);
    return off;
  };
}
