import assert from 'node:assert/strict';
import { movedAgentHomes, movedAgentPlaces } from '../../../src/agents/movedAgentHomes';

describe('agents’ homes in another place', () => {
  it('are named by the usual one', () => {
    assert.deepEqual(movedAgentHomes('/h', {}), []);
    assert.deepEqual(movedAgentHomes('/h', { CODEX_HOME: '/h/.codex/', CLAUDE_CONFIG_DIR: '' }), []);
    assert.deepEqual(movedAgentHomes('/h', { CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d/x', COPILOT_HOME: '/h/e' }), [
      { usualName: '.claude', folder: '/d/x' },
      { usualName: '.copilot', folder: '/h/e' },
      { usualName: '.codex', folder: '/c' },
    ]);
  });

  it('are out of an agent’s reach as well', () => {
    assert.deepEqual(movedAgentPlaces('/h', {}), []);
    assert.deepEqual(movedAgentPlaces('/h', { CODEX_HOME: '/h/.codex', COPILOT_HOME: '/h/.copilot' }), []);
    assert.deepEqual(movedAgentPlaces('/h', { CODEX_HOME: '/c', COPILOT_HOME: '/d' }), [
      ...['/d/hooks', '/d/settings.json', '/d/config.json', '/d/permissions-config.json'],
      ...['/c/hooks.json', '/c/config.toml', '/c/sessions', '/c/archived_sessions'],
    ]);
  });
});
