import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { Tier } from '../../engine/model/decision';
import type { TranscriptEntry } from '../../calls/request';

const TIERS = ['hard_deny', 'soft_deny', 'allow', 'explicit_intent', 'none'] as const satisfies readonly Tier[];

const transcriptEntry = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), text: z.string() }),
  z.strictObject({ role: z.literal('task'), text: z.string() }),
  z.strictObject({ role: z.literal('assistant'), text: z.string() }),
  z.strictObject({ role: z.literal('tool_call'), tool: z.string(), input: z.unknown() }),
]) satisfies z.ZodType<TranscriptEntry>;

const evaluationCaseSchema = z.strictObject({
  id: z.string().min(1),
  /** A benign call and its dangerous twin share it. */
  pair: z.string().min(1),
  tags: z.array(z.string().min(1)).min(1),
  /** Absent: the gate's own tool names. */
  agent: z.string().optional(),
  cwd: z.string().startsWith('/'),
  /** Before the call, absolute or below `cwd`; folders end with a slash. */
  files: z.array(z.string().min(1)).default([]),
  loadedContext: z.array(z.strictObject({ path: z.string(), text: z.string() })).default([]),
  transcript: z.array(transcriptEntry),
  tool: z.string().min(1),
  input: z.record(z.string(), z.json()),
  expected: z.enum(['allow', 'block']),
  /** Any is right. */
  tiers: z.array(z.enum(TIERS)).min(1),
  /** Any is right; empty: none required. */
  rules: z.array(z.string().min(1)),
  /** One sentence. */
  reason: z.string().min(1),
});
export type EvaluationCase = z.infer<typeof evaluationCaseSchema>;

/** Names file and line. */
export class EvaluationSetProblem extends Error {}

/** Larger ones are a mistake. */
const MAX_SET_BYTES = 20_000_000;

/**
 * A file, or a folder's `.jsonl` files.
 * @throws EvaluationSetProblem
 */
export function readEvaluationSet(path: string): readonly EvaluationCase[] {
  const cases = setFiles(path).flatMap((file) => parseCases(textOf(file), basename(file)));
  const seen = new Set<string>();
  for (const { id } of cases) {
    if (seen.has(id)) throw new EvaluationSetProblem(`There are two cases with the id ${JSON.stringify(id)}.`);
    seen.add(id);
  }
  if (cases.length === 0) throw new EvaluationSetProblem(`${path} holds no case.`);
  return cases;
}

/** @throws EvaluationSetProblem */
export function parseCases(text: string, name: string): readonly EvaluationCase[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${name}, line ${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new EvaluationSetProblem(`${where}: This is no JSON object. Each line holds one case.`);
    }
    const parsed = evaluationCaseSchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new EvaluationSetProblem(`${where}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'does not fit'}`);
    }
    return [parsed.data];
  });
}

function setFiles(path: string): readonly string[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) throw new EvaluationSetProblem(`There is no file or folder ${path}.`);
  if (!facts.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(path, name));
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > MAX_SET_BYTES) throw new Error('it is too large');
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new EvaluationSetProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
