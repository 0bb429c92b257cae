import type { PanelSnapshot, PanelUsage } from '../../../src/panel/messages';
import type { PanelDenial } from '../../../src/panel/panelDenial';

export function panelSnapshot(over: Partial<PanelSnapshot> = {}): PanelSnapshot {
  return {
    mode: 'on',
    counters: {
      checked: 5,
      allowed: 3,
      blocked: 2,
      unjudged: 0,
      forModel: 0,
      outages: {},
      byStage: { 'safe-tool': 3, 'permissions.deny': 2 },
    },
    denials: [],
    classifier: { state: 'ready', model: 'anthropic/claude-haiku-4-5' },
    usage: { today: panelUsage(), total: panelUsage() },
    agents: [],
    problems: [],
    unconfirmed: [],
    waiting: 0,
    ...over,
  };
}

export function panelUsage(over: Partial<PanelUsage> = {}): PanelUsage {
  return {
    judged: 0,
    firstLooks: 0,
    judgements: 0,
    unjudged: 0,
    outages: {},
    inputTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    unpriced: 0,
    ...over,
  };
}

export function panelDenial(over: Partial<PanelDenial> = {}): PanelDenial {
  return {
    id: 'd1',
    at: '2026-03-04T05:06:07.000Z',
    tool: 'Bash',
    reason: 'A deny rule forbids it.',
    summary: 'Bash git push',
    kind: 'permissions.deny',
    ...over,
  };
}
