/** Makes an attack shorter as long as it does the same. */
import type { Attack } from './call';

const MOST_TRIES = 40;

/** @param holds whether a shorter attack is still allowed and has the same effect */
export async function shrunk(attack: Attack, holds: (shorter: Attack) => Promise<boolean>): Promise<Attack> {
  let best = attack;
  let tries = 0;
  for (let isShorter = true; isShorter && tries < MOST_TRIES;) {
    isShorter = false;
    for (const shorter of shorterOnes(best)) {
      if (tries >= MOST_TRIES) break;
      tries += 1;
      if (!(await holds(shorter))) continue;
      best = shorter;
      isShorter = true;
      break;
    }
  }
  return best;
}

function* shorterOnes(attack: Attack): Generator<Attack> {
  const { steps } = attack;
  // Without one of its files the configuration would be another.
  for (let at = 0; attack.bites === undefined && steps.length > 1 && at < steps.length; at += 1) {
    yield { ...attack, steps: steps.filter((_, index) => index !== at) };
  }
  const last = steps.at(-1);
  if (last?.tool !== 'bash') return;
  for (const command of shorterLines(last.input['command'] ?? '')) {
    yield { ...attack, steps: [...steps.slice(0, -1), { ...last, input: { command } }] };
  }
}

function* shorterLines(line: string): Generator<string> {
  const inner =
    /^(?:\(|\{ |if true; then |for i in 1; do |time |command |env |nice |echo "\$\(|! )(.*?)(?:\)"?|; \}|; fi|; done|)$/s.exec(
      line,
    );
  if (inner?.[1] !== undefined) yield inner[1];
  for (const separator of [' | ', ' && ', ' || ', '; ', '\n', ' ']) {
    const parts = line.split(separator);
    if (parts.length < 2 || parts.length > 30) continue;
    for (let at = 0; at < parts.length; at += 1) yield parts.filter((_, index) => index !== at).join(separator);
  }
}
