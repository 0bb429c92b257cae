export interface RulePreview {
  readonly summary: string;
  /** `facts` have both outcomes. */
  readonly examples: readonly { readonly facts: string; readonly text: string }[];
}

export interface ShownProposal {
  readonly key: string;
  readonly rules: readonly string[];
  readonly scope: string;
  readonly sentence: string;
  /** Pending until set; then the rules can be added. */
  readonly preview?: RulePreview | undefined;
}

/** `why`: no rule is offered. */
export interface RuleOffer {
  readonly working: boolean;
  readonly why?: string | undefined;
  readonly proposals: readonly ShownProposal[];
}
