export interface RulePreview {
  readonly summary: string;
  /** `facts` includes the outcome before and after. */
  readonly examples: readonly { readonly facts: string; readonly text: string }[];
}

export interface ShownProposal {
  readonly key: string;
  readonly rules: readonly string[];
  readonly scope: string;
  readonly sentence: string;
  /** Missing until computed; the rules cannot be added before. */
  readonly preview?: RulePreview | undefined;
}

/** `why` is set where no rule is offered. */
export interface RuleOffer {
  readonly working: boolean;
  readonly why?: string | undefined;
  readonly proposals: readonly ShownProposal[];
}
