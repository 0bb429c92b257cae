import assert from 'node:assert/strict';
import { panelHtml } from '../../../../src/host/ui/panelHtml';

const ASSETS = {
  cspSource: 'https://*.example',
  script: 'https://a.example/panel.js',
  style: 'https://a.example/panel.css',
  codicons: 'https://a.example/codicon.css',
  scriptNonce: 'n0nce',
  language: 'en',
  title: 'Auto Mode',
};

describe("the panel's page", () => {
  const html = panelHtml(ASSETS);

  it('allows its one script, its styles and fonts, and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0nce'; style-src https://*.example; font-src https://*.example",
    );
  });

  it('has no inline script, style or handler', () => {
    assert.deepEqual(html.match(/<script\b[^>]*>[^<]*/g), ['<script nonce="n0nce" src="https://a.example/panel.js">']);
    assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('escapes what is put into it', () => {
    const hostile = panelHtml({ ...ASSETS, language: '"><script>', title: '</title><img src=x>&' });
    assert.ok(!hostile.includes('<img'));
    assert.ok(!hostile.includes('"><script>'));
    assert.ok(hostile.includes('&lt;/title&gt;&lt;img src=x&gt;&amp;'));
  });
});
