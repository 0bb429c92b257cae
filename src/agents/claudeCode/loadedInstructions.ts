/**
 * Claude Code's transcript names loaded instruction files (`CLAUDE.md`, rules, imports), without excluded and
 * unapproved ones. Seen with 2.1.329:
 * - `attachment` of type `instructions` with `files`, after the first prompt;
 * - `attachment` of type `nested_memory` for each file loaded later. If it names none, all known places are checked. It
 *   is about 100 ms late, so some may follow.
 */
import { LRUCache } from 'lru-cache';
import type { FileHandle } from 'node:fs/promises';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { HookCall } from '../hooks/agentDialect';
import {
  foldersDownTo,
  type InstructionCandidate,
  type InstructionFile,
  type InstructionFiles,
} from '../files/instructionFiles';
import { openOwnFile } from '../files/ownTextFile';
import { PatientReading, type Patience } from '../files/patience';
import { isTranscriptBelow } from '../files/transcriptPlace';

export interface LoadedInstructionsLimits {
  /** Only both ends of what is new. */
  readonly bytesPerCall: number;
  readonly sessions: number;
  readonly filesPerSession: number;
  /** Keeps both ends. */
  readonly charactersPerFile: number;
}

const LIMITS: LoadedInstructionsLimits = {
  bytesPerCall: 4 * 1024 * 1024,
  sessions: 20,
  filesPerSession: 50,
  charactersPerFile: 16_000,
};

const fileSchema = z.object({ path: z.string().min(1).max(4096), content: z.string() });
const lineSchema = z.object({
  type: z.literal('attachment'),
  attachment: z.discriminatedUnion('type', [
    z.object({ type: z.literal('instructions'), files: z.array(fileSchema) }),
    z.object({ type: z.literal('nested_memory'), content: fileSchema }),
  ]),
});

interface Session {
  offset: number;
  /** Files loaded at the start come before the first answer. */
  isAnswered: boolean;
  readonly files: Map<string, string>;
}

interface Written {
  readonly files: readonly InstructionFile[];
  readonly isComplete: boolean;
}

const ELSEWHERE: Written = { files: [], isComplete: true };
const NOT_THERE: Written = { files: [], isComplete: false };

export interface InstructionPlaces {
  readonly projectsDirectory: string;
  readonly userDirectory: string;
}

export function claudeCodeInstructions(
  places: InstructionPlaces,
  onDisk: Pick<InstructionFiles, 'read'>,
  limits: LoadedInstructionsLimits = LIMITS,
  patience?: Patience,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  const sessions = new LRUCache<string, Session>({ max: limits.sessions });
  const patient = new PatientReading(patience);

  async function written(transcriptPath: string): Promise<Written> {
    const path = await realpath(transcriptPath);
    if (!(await isTranscriptBelow(path, places.projectsDirectory))) return ELSEWHERE;
    const file = await openOwnFile(path);
    if (file === undefined) return NOT_THERE;
    try {
      const session = sessionOf(path, file.size);
      await readOn(session, file.handle, file.size);
      const files = [...session.files].map(([name, text]) => ({ path: name, text }));
      return { files, isComplete: session.isAnswered || files.length > 0 };
    } finally {
      await file.handle.close();
    }
  }

  function sessionOf(path: string, size: number): Session {
    const known = sessions.get(path);
    // A shorter file is another one.
    if (known !== undefined && known.offset <= size) return known;
    const session: Session = { offset: 0, isAnswered: false, files: new Map() };
    sessions.set(path, session);
    return session;
  }

  async function readOn(session: Session, handle: FileHandle, size: number): Promise<void> {
    const half = Math.floor(limits.bytesPerCall / 2);
    const parts =
      size - session.offset <= limits.bytesPerCall
        ? [{ from: session.offset, to: size }]
        : [
            { from: session.offset, to: session.offset + half },
            { from: size - half, to: size },
          ];
    for (const { from, to } of parts) {
      const buffer = Buffer.alloc(to - from);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
      for (const line of buffer.toString('utf8', 0, end).split('\n')) take(session, line);
      session.offset = Math.max(session.offset, from + end);
    }
  }

  function take(session: Session, text: string): void {
    const { files } = session;
    session.isAnswered ||= text.includes('"type":"assistant"');
    for (const { path, content } of instructionsIn(text)) {
      if (files.size >= limits.filesPerSession && !files.has(path)) return;
      files.set(path, withoutMiddle(content, limits.charactersPerFile));
    }
  }

  return async (call) => {
    const { transcriptPath, request } = call;
    const { files: named } =
      transcriptPath === undefined
        ? ELSEWHERE
        : await patient.read(transcriptPath, () => written(transcriptPath).catch(() => NOT_THERE));
    return named.length > 0 ? named : onDisk.read(candidates(places.userDirectory, request.cwd));
  };
}

/** Saves parsing: in JSON strings quotes are escaped, so these match structure only. */
function instructionsIn(text: string): readonly z.infer<typeof fileSchema>[] {
  if (!text.includes('"type":"instructions"') && !text.includes('"type":"nested_memory"')) return [];
  try {
    const { data } = lineSchema.safeParse(JSON.parse(text));
    if (data === undefined) return [];
    return data.attachment.type === 'instructions' ? data.attachment.files : [data.attachment.content];
  } catch {
    return [];
  }
}

/** In loading order. */
function candidates(userDirectory: string, cwd: string): readonly InstructionCandidate[] {
  return [
    { path: join(userDirectory, 'CLAUDE.md'), within: userDirectory },
    ...foldersDownTo(cwd).flatMap((folder) =>
      ['CLAUDE.md', join('.claude', 'CLAUDE.md'), 'CLAUDE.local.md'].map((name) => ({
        path: join(folder, name),
        within: folder,
      })),
    ),
  ];
}

function withoutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[... the middle of ${text.length} characters is left out ...]\n${text.slice(-half)}`;
}
