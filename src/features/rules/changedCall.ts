import type { CodeVerdict, ReplayedCall } from '../../engine/trial/replay';

/** A past call that would end otherwise; texts not visible yet. */
export interface ChangedCall {
  readonly id: string;
  readonly at: string;
  readonly agent?: string;
  readonly tool: string;
  readonly summary: string;
  readonly before: CodeVerdict;
  readonly after: CodeVerdict;
}

/** The request may be anything. */
export function changedCall({ call: { id, at, summary, request }, before, after }: ReplayedCall): ChangedCall {
  const { tool, agent }: { readonly tool?: unknown; readonly agent?: unknown } =
    typeof request === 'object' && request !== null ? request : {};
  return {
    id,
    at,
    ...(typeof agent === 'string' ? { agent } : {}),
    tool: typeof tool === 'string' ? tool : '',
    summary,
    before,
    after,
  };
}
