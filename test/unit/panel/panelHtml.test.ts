import assert from 'node:assert/strict';
import { panelHtml } from '../../../src/panel/panelHtml';

const ASSETS = {
  cspSource: 'https://*.example',
  script: 'https://a.example/panel.js',
  sharedScript: 'https://a.example/part-chunk.js',
  style: 'https://a.example/panel.css',
  scriptNonce: 'n0nce',
  language: 'en',
  title: 'Auto Mode',
  version: '1.2.3',
  texts: { Status: 'Stand' },
  pages: ['Overview', '<Rules>'],
};

describe("the panel's page", () => {
  const html = panelHtml(ASSETS);

  it('allows its one script with what that imports, its styles and fonts, and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0nce'; style-src https://*.example; font-src https://*.example; base-uri 'none'; form-action 'none'",
    );
  });

  it('has no inline script, style or handler', () => {
    assert.deepEqual(html.match(/<script\b[^>]*>[^<]*/g), [
      '<script type="module" nonce="n0nce" src="https://a.example/panel.js">',
    ]);
    assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('loads what its script imports beside it', () => {
    assert.match(html, /<link rel="modulepreload" nonce="n0nce" href="https:\/\/a\.example\/part-chunk\.js">/);
  });

  it('brings all translations along, as one attribute', () => {
    const texts = { ...ASSETS.texts, Other: `</auto-mode-panel> "&quot;" <b>'\u2028` };
    const page = panelHtml({ ...ASSETS, texts });
    const written = /<auto-mode-panel data-version="1\.2\.3" data-texts="([^"<>]*)">/.exec(page)?.[1];
    const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
    const read = written?.replace(/&(\w+);/g, (_, name: string) => characters[name] ?? '');
    assert.deepEqual(JSON.parse(read ?? ''), texts);
  });

  it('shows the names of its pages before its script is loaded, to eyes alone', () => {
    const frame = '<div class="frame" aria-hidden="true"><span>Overview</span><span>&lt;Rules&gt;</span></div>';
    assert.ok(html.indexOf(frame) < html.indexOf('<script'));
    assert.ok(html.includes(frame));
  });

  it('escapes what is put into it', () => {
    const hostile = panelHtml({
      ...ASSETS,
      language: '"><script>',
      title: '</title><img src=x>&',
      version: '"><img src=y>',
    });
    assert.ok(!hostile.includes('<img'));
    assert.ok(!hostile.includes('"><script>'));
    assert.ok(hostile.includes('&lt;/title&gt;&lt;img src=x&gt;&amp;'));
  });
});
