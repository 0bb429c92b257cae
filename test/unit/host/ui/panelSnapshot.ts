import type { PanelDenial, PanelSnapshot } from '../../../../src/panel/messages';

export function panelSnapshot(over: Partial<PanelSnapshot> = {}): PanelSnapshot {
  return {
    mode: 'on',
    counters: { checked: 5, allowed: 3, blocked: 2, byStage: { 'safe-tool': 3, 'permissions.deny': 2 } },
    denials: [],
    classifier: { state: 'ready', model: 'anthropic/claude-haiku-4-5' },
    agents: [],
    problems: [],
    unconfirmed: [],
    waiting: 0,
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
