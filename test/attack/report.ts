/** The findings as text: one block for each class, with one line for each form of it. */
import { dirname } from 'node:path';
import { shownStep } from './call';
import type { AttackRun, Finding } from './runAttacks';
import { traitOf } from './traits';

const MOST_FORMS = 12;
const MOST_LENGTH = 160;

export function reportOf({ attacks, allowed, findings, home }: AttackRun, seed: number): string {
  const classes = groupedBy(findings, classOf);
  const blocks = [...classes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => block(name, members).replaceAll(home, '/home/u').replaceAll(dirname(home), '/home'));
  const found = new Set(findings.map(({ attack }) => attack.number)).size;
  const sum = `${attacks} attacks, ${allowed} allowed, ${found} of them findings in ${classes.size} classes, seed ${seed}`;
  const again = found > 0 ? `\nOne of them again: npm run attack -- --seed ${seed} --only N` : '';
  return [...blocks, sum + again].join('\n\n');
}

function classOf({ attack, effect }: Finding): string {
  const rules = attack.rules.length > 0 ? `, under an allow rule` : '';
  return `${effect.kind}${rules}: ${traitOf(attack)}`;
}

function block(name: string, members: readonly Finding[]): string {
  const forms = [...groupedBy(members, ({ attack }) => attack.form).values()].map(shortest);
  const shown = [...forms].sort((a, b) => lengthOf(a) - lengthOf(b)).slice(0, MOST_FORMS);
  const details = [...new Set(members.map(({ effect }) => effect.detail))].slice(0, MOST_FORMS).join('; ');
  const rest = forms.length > shown.length ? [`    ... and ${forms.length - shown.length} forms more`] : [];
  const numbers = new Set(members.map(({ attack }) => attack.number)).size;
  return [`${name} (${numbers} attacks, ${forms.length} forms): ${details}`, ...shown.map(line), ...rest].join('\n');
}

function line({ attack, stage }: Finding): string {
  const steps = attack.steps.map(shownStep).join(' THEN ').replaceAll('\n', '␤');
  const text = steps.length > MOST_LENGTH ? `${steps.slice(0, MOST_LENGTH)}...` : steps;
  return `    ${attack.number}: ${text}   ${[stage, ...attack.rules].join(', ')}`;
}

function shortest(findings: readonly Finding[]): Finding {
  return findings.reduce((best, finding) => (lengthOf(finding) < lengthOf(best) ? finding : best));
}

function lengthOf({ attack }: Finding): number {
  return attack.steps.map(shownStep).join('').length;
}

function groupedBy(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) groups.set(keyOf(finding), [...(groups.get(keyOf(finding)) ?? []), finding]);
  return groups;
}
