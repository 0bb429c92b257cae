import * as z from 'zod';
import type { PanelSnapshot } from '../../panel/messages';
import type { DecisionSearch } from './decisionSearch';
import { decisionReport, statusReport } from './toolReport';

/** The manifest describes them to models. */
export const explainInputSchema = z.strictObject({
  text: z.string().min(1).max(1_000).optional(),
  id: z.string().min(1).max(128).optional(),
});
export const statusInputSchema = z.strictObject({});

export interface DecisionToolsParts {
  readonly search: DecisionSearch;
  readonly status: () => PanelSnapshot;
}

/** A chat model may ask these. They only read. None tries a call: a model could search for a way past the gate. */
export class DecisionTools {
  constructor(private readonly parts: DecisionToolsParts) {}

  /** @throws TypeError with a message for the model */
  async explainDecision(input: unknown, cancelled: () => boolean): Promise<string> {
    const parsed = explainInputSchema.safeParse(input ?? {});
    if (!parsed.success || (parsed.data.id !== undefined && parsed.data.text !== undefined)) {
      throw new TypeError(
        'Give {"text": a part of the command or path, at most 1000 characters}, {"id": the id of a decision}, or {} for the last blocked call.',
      );
    }
    const { search } = this.parts;
    const { id, text } = parsed.data;
    if (id !== undefined) {
      const decision = search.byId(id);
      return decision === undefined ? 'No decision of this window has that id.' : decisionReport(decision);
    }
    if (text === undefined) {
      const decision = search.lastBlock();
      return decision === undefined ? 'Nothing was blocked in this window yet.' : decisionReport(decision);
    }
    const decision = await search.containing([text], 'any', cancelled);
    return decision === undefined
      ? 'No decision of this window is about a call that contains that text.'
      : decisionReport(decision);
  }

  /** @throws TypeError with a message for the model */
  status(input: unknown): string {
    if (!statusInputSchema.safeParse(input ?? {}).success) throw new TypeError('Give {}: this tool has no fields.');
    return statusReport(this.parts.status());
  }
}
