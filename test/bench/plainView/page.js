// @ts-nocheck -- a page's script: these types are Node's
document.body.append('plain');
