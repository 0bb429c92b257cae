import { css, html, type TemplateResult } from 'lit';

/** Places in the font. */
export const GLYPHS = {
  account: 0xeb99,
  add: 0xea60,
  alert: 0xea6c,
  'arrow-down': 0xea9a,
  'arrow-right': 0xea9c,
  'arrow-up': 0xeaa1,
  'bell-dot': 0xeb9a,
  check: 0xeab2,
  'chevron-down': 0xeab4,
  'chevron-right': 0xeab6,
  'circle-slash': 0xeabd,
  claude: 0xec82,
  close: 0xea76,
  comment: 0xea6b,
  copilot: 0xec1e,
  copy: 0xebcc,
  'debug-disconnect': 0xead0,
  'debug-pause': 0xead1,
  discard: 0xeae2,
  edit: 0xea73,
  error: 0xea87,
  folder: 0xea83,
  gear: 0xeaf8,
  gripper: 0xeb04,
  history: 0xea82,
  info: 0xea74,
  key: 0xeb11,
  law: 0xeb12,
  more: 0xea7c,
  openai: 0xec81,
  package: 0xeb29,
  pass: 0xeba4,
  plug: 0xeb2d,
  question: 0xeb32,
  refresh: 0xeb37,
  'root-folder': 0xeb46,
  search: 0xea6d,
  server: 0xeb50,
  shield: 0xeb53,
  sparkle: 0xec10,
  sync: 0xea77,
  trash: 0xea81,
  warning: 0xea6c,
  'workspace-untrusted': 0xebc2,
  zap: 0xea86,
} as const;

export type IconName = keyof typeof GLYPHS;

/** Decoration: nobody hears, finds or copies it. Elements would each load a stylesheet. */
export function icon(name: IconName): TemplateResult {
  return html`<span
    class="icon"
    data-icon=${name}
    data-glyph=${String.fromCharCode(GLYPHS[name])}
    aria-hidden="true"
  ></span>`;
}

export const iconStyles = css`
  .icon {
    color: var(--vscode-icon-foreground, currentColor);
    display: inline-block;
    flex: none;
    font-size: 16px;
    height: 1em;
    user-select: none;
    width: 1em;
  }

  .icon::before {
    content: attr(data-glyph);
    display: block;
    font: normal 1em/1 codicon;
    text-align: center;
  }
`;
