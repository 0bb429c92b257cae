import { posix } from 'node:path';
import type { EvaluationCase } from '../classifier/evaluation/evaluationCase';
import { createListedFileSystem } from '../disk/listedFileSystem';
import type { EffectiveConfiguration } from '../engine/configuration';
import type { Decision } from '../engine/decision';
import { decide } from '../engine/decide';
import type { ClassifierQuestion } from '../engine/ports';
import { terminalGate } from './terminalGate';

/** The same on every machine, so that two people measure the same questions. */
const HOME = '/home/dev';

export type CaseQuestion =
  | { readonly kind: 'question'; readonly question: ClassifierQuestion }
  /** Code alone settles the call: no classifier is asked about it. */
  | { readonly kind: 'settled'; readonly decision: Decision };

/**
 * What the classifier would be asked about a case, its facts included. The gate sees a made-up disk with the case's files only, and
 * nothing of the case runs.
 */
export async function caseQuestion(item: EvaluationCase, configuration: EffectiveConfiguration): Promise<CaseQuestion> {
  const { cwd, agent, tool, input, transcript, loadedContext, files } = item;
  const asked: ClassifierQuestion[] = [];
  const gate = terminalGate({ ...configuration, workspaceFolders: [cwd] });
  const decision = await decide(
    { tool, input, cwd, transcript, loadedContext, interactive: false, ...(agent === undefined ? {} : { agent }) },
    {
      ...gate,
      machine: {
        platform: 'linux',
        homeDirectory: HOME,
        loginShell: 'bash',
        gatePaths: [`${HOME}/.auto-mode`],
        secretGatePaths: [`${HOME}/.auto-mode/token`],
      },
      files: createListedFileSystem([
        `${cwd}/`,
        ...files.map((path) => (path.startsWith('/') ? path : posix.join(cwd, path))),
      ]),
      classifier: {
        ...gate.classifier,
        classify: (question, signal) => {
          asked.push(question);
          return gate.classifier.classify(question, signal);
        },
      },
    },
    new AbortController().signal,
  );
  const [question] = asked;
  return question === undefined ? { kind: 'settled', decision } : { kind: 'question', question };
}
