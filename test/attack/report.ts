/** The findings as text: one block for each class, the shortest example first. */
import { dirname } from 'node:path';
import { shownStep } from './call';
import { classOf, type AttackRun, type Finding } from './runAttacks';

const MOST_NUMBERS = 6;

export function reportOf({ attacks, allowed, findings, home }: AttackRun, seed: number): string {
  const classes = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = classOf(finding);
    classes.set(name, [...(classes.get(name) ?? []), finding]);
  }
  const blocks = [...classes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) =>
      block(name, members, seed).replaceAll(home, '/home/u').replaceAll(dirname(home), '/home'),
    );
  const sum = `${attacks} attacks, ${allowed} allowed, ${findings.length} findings in ${classes.size} classes, seed ${seed}`;
  return [...blocks, sum].join('\n\n');
}

function block(name: string, members: readonly Finding[], seed: number): string {
  const [example] = [...members].sort((a, b) => lengthOf(a) - lengthOf(b));
  if (example === undefined) return name;
  const details = [...new Set(members.map(({ effect }) => effect.detail))].join(', ');
  const numbers = [...new Set(members.map(({ attack }) => attack.number))];
  const shown = numbers.slice(0, MOST_NUMBERS).join(' ') + (numbers.length > MOST_NUMBERS ? ' ...' : '');
  return [
    `${name}: ${details}`,
    ...example.attack.steps.map((step) => `    ${shownStep(step).replaceAll('\n', '\n    ')}`),
    `    allowed by ${example.stage}; ${numbers.length} attacks: ${shown}`,
    `    npm run attack -- --seed ${seed} --only ${example.attack.number}`,
  ].join('\n');
}

function lengthOf({ attack }: Finding): number {
  return attack.steps.map(shownStep).join('').length;
}
