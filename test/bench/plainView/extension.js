// @ts-check
'use strict';
const vscode = require('vscode');

/** What any page of an extension costs: a style sheet, a script, and a word that the script writes. */
exports.activate = (/** @type {vscode.ExtensionContext} */ { extensionUri, subscriptions }) => {
  const provider = {
    resolveWebviewView: (/** @type {vscode.WebviewView} */ { webview }) => {
      webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
      const addressOf = (/** @type {string} */ file) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, file));
      webview.html = `<!DOCTYPE html><html><head><link rel="stylesheet" href="${addressOf('page.css').toString()}"></head>
<body><script type="module" src="${addressOf('page.js').toString()}"></script></body></html>`;
    },
  };
  subscriptions.push(vscode.window.registerWebviewViewProvider('plainView.page', provider));
};
