import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { Gate } from '../engine/model/ports';
import type { SessionFolders } from './sessionFolders';

/** Off if the user switched window or session off. */
export function windowConfiguration(
  sessions: SessionFolders,
  isOff: (sessionId: string | undefined) => boolean,
): Gate['configurationFor'] {
  // The engine compares identity.
  const switchedOff = new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
  return (cwd, sessionId) => {
    const configuration = sessions.configurationFor(cwd, sessionId);
    if (!configuration.enabled || !isOff(sessionId)) return configuration;
    const off = switchedOff.get(configuration) ?? { ...configuration, enabled: false };
    switchedOff.set(configuration, off);
    return off;
  };
}
