import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ShownText, Story, StoryCommand, StoryRuns } from '../../src/panel/story';
import { icon, type IconName } from '../common/icon';
import { part } from './storyPart';
import { storyPiece } from './storyPiece';

/** The style sheet has as many. */
const MAX_DEPTH = 6;
/** A longer list is folded. */
const MAX_OPEN = 8;

const OUTCOMES: Readonly<Record<StoryCommand['outcome'], IconName>> = {
  allowed: 'pass',
  blocked: 'error',
  asks: 'question',
  judged: 'sparkle',
};

const WRITERS: Readonly<Record<StoryRuns['files'][number]['writer'], IconName>> = {
  agent: 'edit',
  'agent-changed': 'edit',
  committed: 'check',
  unknown: 'question',
};

/** The commands of the line, and what each was found to be. */
export function commandTree({ understood }: Story<ShownText>): TemplateResult | typeof nothing {
  if (understood === undefined) return nothing;
  const { note, verdict, agrees, unknown, commands, more } = understood;
  const count = commands.length + unknown.length;
  return part(
    'understood',
    t('The command, as understood now'),
    count > 1 && count <= MAX_OPEN,
    html`<ul class="tree">
        ${commands.map(
          ({ outcome, pieces, depth, where, verdict: becomes, offends }) =>
            html`<li data-command data-depth=${Math.min(depth, MAX_DEPTH)} data-offends=${offends ?? nothing}>
              <details>
                <summary>
                  ${icon(OUTCOMES[outcome])}<span class="unseen">${outcomeWords()[outcome]}: </span
                  ><span class="foreign">${pieces.map(storyPiece)}</span>
                </summary>
                <p class="quiet">${where}</p>
                <p>${becomes}</p>
              </details>
            </li>`,
        )}
        ${unknown.map(
          (line) =>
            html`<li data-unknown>
              ${icon('warning')}<span
                ><span class="unseen">${t('not understood')}: </span><span class="foreign">${line}</span></span
              >
            </li>`,
        )}
      </ul>
      ${more === undefined ? nothing : html`<p>${more}</p>`}
      ${
        agrees === true && commands.length > 0
          ? nothing
          : html`<p>${verdict}</p>
              <p class="quiet">${note}</p>`
      }`,
  );
}

/** Which files the call executes, and who wrote each. */
export function runTree(
  runs: StoryRuns | undefined,
  openChange: (place: number) => void,
): TemplateResult | typeof nothing {
  if (runs === undefined) return nothing;
  const { summary, files, more, unresolved } = runs;
  return part(
    'runs',
    html`${t('What will run')}: <span class="brief">${summary}</span>`,
    files.some(({ change }) => change === true) && files.length <= MAX_OPEN,
    html`<ul class="tree">
        ${files.map(
          ({ path, what, writer, writtenBy, problem, depth, change }, place) =>
            html`<li data-run-file data-writer=${writer} data-depth=${Math.min(depth, MAX_DEPTH)}>
              ${icon(WRITERS[writer])}
              <span
                ><span class="foreign">${path}</span>
                <span class="quiet">${[what, writtenBy, ...(problem === undefined ? [] : [problem])].join(' · ')}</span>
                ${
                  change === true
                    ? html`<button
                        type="button"
                        class="link"
                        aria-label=${t('Difference of {file}', { file: path })}
                        data-change=${place}
                        @click=${() => {
                          openChange(place);
                        }}
                      >
                        ${t('Difference')}
                      </button>`
                    : nothing
                }</span
              >
            </li>`,
        )}
        ${unresolved.map(
          (why) =>
            html`<li data-unknown>
              ${icon('warning')}<span><span class="unseen">${t('not known')}: </span>${why}</span>
            </li>`,
        )}
      </ul>
      ${more === undefined ? nothing : html`<p>${more}</p>`}`,
  );
}

function outcomeWords(): Readonly<Record<StoryCommand['outcome'], string>> {
  return { allowed: t('allowed'), blocked: t('blocked'), asks: t('asks you'), judged: t('judged') };
}
