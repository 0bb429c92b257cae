import assert from 'node:assert/strict';
import { AGENT_INTEGRATIONS } from '../../../src/agents/agentIntegrations';
import { AGENTS, CONNECTABLE_AGENTS } from '../../../src/facts/agents';
import { printedBy } from './separateProgram';

describe('the descriptors of agents', () => {
  it('make an agent known everywhere by one descriptor', async () => {
    assert.deepEqual(await printedBy('madeUpAgent.ts', 'with'), {
      name: 'Made Up',
      floor: ['agent-hooks', 'agent-hooks', 'agent-hooks', 'agent-hooks', ''],
      mayStart: [false, true, true],
      places: ['agent-hooks', 'agent-permissions', 'agent-transcript'],
      isProtected: true,
      isSecret: true,
      reads: [{ path: 'a.txt', change: 'read' }],
      runs: 'ls',
      broad: true,
    });
  });

  it('know nothing of it without', async () => {
    assert.deepEqual(await printedBy('madeUpAgent.ts', 'without'), {
      name: 'made-up',
      floor: ['', '', '', '', ''],
      mayStart: [false, false, false],
      places: [],
      isProtected: false,
      isSecret: false,
      broad: false,
    });
  });

  it('have one integration for each agent that can be connected, in the same order', () => {
    assert.deepEqual(
      AGENT_INTEGRATIONS.map(({ id, usualFolder }) => [id, usualFolder]),
      CONNECTABLE_AGENTS.map(({ id, hookFolders }) => [id, hookFolders?.[0]]),
    );
  });

  it('name packages and words by plain text, since both become part of regular expressions', () => {
    for (const { id, packages = [], words = [], variables = [], variablesStart = '' } of AGENTS) {
      for (const text of [...packages, ...words, ...variables, variablesStart]) assert.match(text, /^[\w@/-]*$/, id);
    }
  });

  it('name each agent and each program once', () => {
    const ids = AGENTS.map(({ id }) => id);
    const programs = AGENTS.flatMap((agent) => agent.programs);
    assert.deepEqual([new Set(ids).size, new Set(programs).size], [ids.length, programs.length]);
  });
});
