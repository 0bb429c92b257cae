import * as z from 'zod';
import type { JsonObject } from '../common/json';

/** `user`: typed by a person. `task`: a prompt from a script, an SDK or an unknown source; never authorises anything. */
export const transcriptEntrySchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), text: z.string() }),
  z.strictObject({ role: z.literal('task'), text: z.string() }),
  z.strictObject({ role: z.literal('assistant'), text: z.string() }),
  z.strictObject({ role: z.literal('tool_call'), tool: z.string(), input: z.unknown() }),
]);
export type TranscriptEntry = z.infer<typeof transcriptEntrySchema>;

/** A longer one is no name. */
const name = z.string().min(1).max(256);

/** What `autoMode.check` takes. The table in docs/api.md is made from the comments. */
export const checkRequestSchema = z.strictObject({
  /** The tool's name as the agent calls it. */
  tool: name,
  /** The tool's input: a JSON object, whole. */
  input: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a JSON object',
  }),
  /** Absolute path of the folder in which the call would run. */
  cwd: z.string().min(1).max(4096).optional(),
  /** Which agent asks. Absent: the caller speaks the gate's own tool names. */
  agent: name.optional(),
  /** The agent's session. */
  sessionId: name.optional(),
  /** The call, as the agent numbers it. */
  callId: name.optional(),
  /** The sub-agent that makes the call, as its agent names it. Absent: the agent itself. */
  subAgent: name.optional(),
  /** The agent's own permission mode, as the agent names it. Shown, and never trusted. */
  mode: name.optional(),
  /** The conversation so far, oldest first: `{role, text}` with `user`, `task` or `assistant`, or `{role: 'tool_call', tool, input}`. */
  transcript: z.array(transcriptEntrySchema).max(10_000).optional(),
  /** Instruction files that the agent has loaded: `{path, text}`. */
  loadedContext: z
    .array(z.strictObject({ path: z.string(), text: z.string() }))
    .max(1_000)
    .optional(),
  /**
   * The environment of the agent's commands. A null value: set to something unknown. Null for the whole: it could not
   * be read. Absent: nothing is said of it.
   */
  environment: z.record(name, z.string().nullable()).nullable().optional(),
  /** `provider/model-id` of the agent's own session. */
  sessionModel: name.optional(),
  /** True: the caller runs what the decision gives back as `rewritten`. Otherwise nothing runs contained. */
  takesRewritten: z.boolean().optional(),
  /** True: the agent has a judge of its own, which decides where the decision is `defer`. */
  judgesItself: z.boolean().optional(),
  /** False: no dialog may be shown for this call. */
  interactive: z.boolean().optional(),
  /** True: the agent's turn was cancelled already. */
  cancelled: z.boolean().optional(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;
export type CallEnvironment = NonNullable<CheckRequest['environment']>;
