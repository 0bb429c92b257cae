import assert from 'node:assert/strict';
import { movedAgentHomes } from '../../../src/agents/movedAgentHomes';

describe('agents’ homes in another place', () => {
  it('are told with the name of the usual one', () => {
    assert.deepEqual(movedAgentHomes('/h', {}), []);
    assert.deepEqual(movedAgentHomes('/h', { CODEX_HOME: '/h/.codex/', CLAUDE_CONFIG_DIR: '' }), []);
    assert.deepEqual(movedAgentHomes('/h', { CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d/x', COPILOT_HOME: '/h/e' }), [
      { usualName: '.claude', folder: '/d/x' },
      { usualName: '.copilot', folder: '/h/e' },
      { usualName: '.codex', folder: '/c' },
    ]);
  });
});
