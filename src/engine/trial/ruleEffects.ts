import { isChanged, type ReplayedCall } from './replay';

export const RULE_EFFECTS = [
  'blocks-what-ran',
  'asks-about-what-ran',
  'judges-what-ran-at-once',
  'runs-what-was-blocked',
  'runs-without-judge',
  'runs-after-yes-without-judge',
  'asks-about-what-was-blocked',
  'judges-what-was-blocked',
  'asks-no-more',
] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

export function ruleEffect({ call, before, after }: ReplayedCall): RuleEffect | undefined {
  if (!isChanged({ before, after })) return undefined;
  if (before.outcome === 'ask' && after.outcome === 'ask') {
    if (after.afterYes === 'allow') return 'runs-after-yes-without-judge';
    return after.afterYes === 'judge' ? 'judges-what-ran-at-once' : undefined;
  }
  const ran = call.outcome === 'allow';
  switch (after.outcome) {
    case 'block':
      return ran ? 'blocks-what-ran' : undefined;
    case 'ask':
      if (ran) return 'asks-about-what-ran';
      return before.outcome === 'block' ? 'asks-about-what-was-blocked' : undefined;
    case 'allow':
      return before.outcome === 'judge' && ran ? 'runs-without-judge' : ran ? 'asks-no-more' : 'runs-what-was-blocked';
    case 'judge':
      if (before.outcome === 'block') return 'judges-what-was-blocked';
      return before.outcome === 'ask' ? 'asks-no-more' : 'judges-what-ran-at-once';
    case 'defer':
      return undefined;
  }
}
