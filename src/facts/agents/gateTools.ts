/** What a chat model of the editor may ask the gate, as in the manifest. They only read. */
export const GATE_TOOLS = {
  explainDecision: 'autoMode_explainDecision',
  status: 'autoMode_status',
} as const;
