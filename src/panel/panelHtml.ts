import { table } from '../common/table';

export interface PanelAssets {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  readonly script: string;
  /** What the script imports at once: loaded beside it. */
  readonly sharedScript: string;
  readonly style: string;
  /** For this script and what it imports; new for every page. */
  readonly scriptNonce: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  readonly version: string;
  /** By English text; empty in English. */
  readonly texts: Readonly<Record<string, string>>;
  /** Names of the pages, painted before the script is loaded. */
  readonly pages: readonly string[];
}

/** With translations for the first drawing; data arrives by message. No network, no inline script or style. */
export function panelHtml(assets: PanelAssets): string {
  const { cspSource, script, sharedScript, style, scriptNonce, language, title, version, texts, pages } = assets;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${scriptNonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    // `default-src` does not cover it.
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(title)}</title>
<link rel="stylesheet" href="${attribute(style)}">
<link rel="modulepreload" nonce="${attribute(scriptNonce)}" href="${attribute(sharedScript)}">
</head>
<body>
<auto-mode-panel data-version="${attribute(version)}" data-texts="${attribute(JSON.stringify(texts))}">
<div class="frame" aria-hidden="true">${pages.map((page) => `<span>${attribute(page)}</span>`).join('')}</div>
</auto-mode-panel>
<script type="module" nonce="${attribute(scriptNonce)}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = table({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
