/** See `agents.ownJudge` in docs/settings.md. */
export const OWN_JUDGE_TURNS = ['afterCode', 'never', 'always'] as const;
export type OwnJudgeTurn = (typeof OWN_JUDGE_TURNS)[number];

export type OwnJudges = Readonly<Record<string, OwnJudgeTurn>>;

export function ownJudgeTurn(judges: OwnJudges, agent: string): OwnJudgeTurn {
  return (Object.hasOwn(judges, agent) ? judges[agent] : undefined) ?? 'afterCode';
}
