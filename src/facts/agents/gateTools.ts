/** For the editor's chat models, as in the manifest. They only read. */
export const GATE_TOOLS = {
  explainDecision: 'autoMode_explainDecision',
  status: 'autoMode_status',
} as const;
