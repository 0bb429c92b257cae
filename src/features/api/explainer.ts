import type { Explanation } from '../../engine/explain/explainCommand';
import type { DecisionStories, ExplainedDecision } from '../../gate/api';
import { textField } from '../../editor/textField';

export interface Explain {
  (line: { readonly command: string; readonly cwd?: string }): Promise<Explanation>;
  (decision: { readonly id: string }): Promise<ExplainedDecision>;
  (argument: unknown): Promise<Explanation | ExplainedDecision>;
}

interface LineExplainer {
  /** @throws TypeError without a command */
  explain(command: string | undefined, cwd: string | undefined): Promise<Explanation>;
}

/**
 * `{id}`: a decision's story; `{command, cwd?}`: the line.
 * @throws TypeError for another argument or an unknown id
 */
export function explainer(line: LineExplainer, story: DecisionStories): Explain {
  function explain(line: { readonly command: string; readonly cwd?: string }): Promise<Explanation>;
  function explain(decision: { readonly id: string }): Promise<ExplainedDecision>;
  function explain(argument: unknown): Promise<Explanation | ExplainedDecision>;
  async function explain(argument: unknown): Promise<Explanation | ExplainedDecision> {
    const id = textField(argument, 'id');
    if (id === undefined) return line.explain(textField(argument, 'command'), textField(argument, 'cwd'));
    return { id, text: await story.text(id) };
  }
  return explain;
}
