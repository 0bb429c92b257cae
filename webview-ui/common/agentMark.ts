import { css, html, type TemplateResult } from 'lit';
import { icon, type IconName } from './icon';

const ICONS: ReadonlyMap<string, IconName> = new Map([
  ['Claude Code', 'claude'],
  ['Codex', 'openai'],
  ['GitHub Copilot', 'copilot'],
]);

/**
 * An agent as a picture: its own sign, else the letters that its name begins with. Decoration, as an icon is. Needs
 * `agentMarkStyles` and `iconStyles`.
 *
 * @param name as it is shown
 */
export function agentMark(name: string): TemplateResult {
  const known = ICONS.get(name);
  if (known !== undefined) return icon(known);
  return html`<span class="letters" data-letters=${lettersOf(name)} aria-hidden="true"></span>`;
}

function lettersOf(name: string): string {
  const [first = [], second = []] = name.split(' ').map((word) => Array.from(word));
  return first
    .slice(0, second.length === 0 ? 2 : 1)
    .concat(second.slice(0, 1))
    .join('');
}

export const agentMarkStyles = css`
  .letters {
    border: 1px solid var(--vscode-descriptionForeground);
    border-radius: 3px;
    box-sizing: border-box;
    display: inline-block;
    flex: none;
    height: 16px;
    user-select: none;
    width: 18px;
  }

  .letters::before {
    content: attr(data-letters);
    display: block;
    font: 600 9px/14px var(--vscode-font-family);
    text-align: center;
  }
`;
