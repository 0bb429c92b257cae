import { classifierPrompt, type ClassifierPrompt } from '../../../../src/classifier/prompt/classifierPrompt';
import type { ClassifierQuestion } from '../../../../src/engine/model/ports';
import { question } from '../classifierQuestion';

export function prompt(changes: Partial<ClassifierQuestion> = {}, contextTokens = 200_000): ClassifierPrompt {
  return classifierPrompt(question(changes), contextTokens);
}

export function message(changes: Partial<ClassifierQuestion> = {}): string {
  return prompt(changes).user.at(-1) ?? '';
}

export function facts(changes: Partial<ClassifierQuestion> = {}): string {
  return prompt(changes).user[0] ?? '';
}

/** The part between `<name>` and `</name>`. */
export function part(text: string, name: string): string {
  return new RegExp(`<${name}>\n([^]*)\n</${name}>`).exec(text)?.[1] ?? 'no such part';
}
