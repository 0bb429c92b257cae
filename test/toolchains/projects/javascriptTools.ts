import type { Toolchain } from '../toolchain';

const PACKAGE = { 'package.json': '{"name":"sum","private":true}\n' };
const TYPED = {
  'src/add.ts': 'export const add = (a: number, b: number): number => a + b;\nconsole.log(add(1, 2));\n',
};
const ILL_TYPED = {
  'src/add.ts': 'export const add = (a: number, b: number): string => a + b;\nconsole.log(add(1, 2));\n',
};
const MODULES = {
  'src/index.js': "import { add } from './add.js';\nconsole.log(add(1, 2));\n",
  'src/add.js': 'export const add = (a, b) => a + b;\n',
};
const NO_MODULE = { 'src/index.js': "import { add } from './none.js';\nconsole.log(add(1, 2));\n" };
const NO_CODE = { 'src/index.js': 'const = 1;\n', 'src/add.js': 'const = 1;\n' };
const TSCONFIG = {
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"target":"es2022","module":"commonjs","outDir":"dist","incremental":true,"skipLibCheck":true,"types":["node"]},"include":["src"]}\n',
};

export const JAVASCRIPT_TOOLS: readonly Toolchain[] = [
  {
    name: 'tsc',
    version: 'npx tsc --version',
    packages: true,
    files: { ...PACKAGE, ...TYPED, ...TSCONFIG },
    line: 'npx tsc -p . && node dist/add.js',
    broken: ILL_TYPED,
  },
  {
    name: 'tsx',
    version: 'npx tsx --version',
    packages: true,
    files: { ...PACKAGE, ...TYPED },
    line: 'npx tsx src/add.ts',
    broken: { 'src/add.ts': 'throw new Error("broken");\n' },
  },
  {
    name: 'ts-node',
    version: 'npx ts-node --version',
    packages: true,
    files: { ...PACKAGE, ...TYPED, ...TSCONFIG },
    line: 'npx ts-node src/add.ts',
    broken: ILL_TYPED,
  },
  {
    name: 'eslint --cache',
    version: 'npx eslint --version',
    packages: true,
    files: {
      ...PACKAGE,
      'eslint.config.js': "module.exports = [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'error' } }];\n",
      'src/add.js': 'export const add = (a, b) => a + b;\n',
    },
    line: 'npx eslint --cache src',
    broken: { 'src/add.js': 'export const add = (a, b) => a + c;\n' },
  },
  {
    name: 'oxlint',
    version: 'npx oxlint --version',
    packages: true,
    files: { ...PACKAGE, ...MODULES },
    line: 'npx oxlint src',
    broken: { 'src/add.js': 'export const add = (a, b) => { debugger; if (a === a) return b; };\n' },
  },
  {
    name: 'prettier --check',
    version: 'npx prettier --version',
    packages: true,
    files: { ...PACKAGE, '.prettierrc.json': '{"singleQuote":true}\n', 'src/a.js': "export const a = 'a';\n" },
    line: 'npx prettier --cache --check src',
    broken: { 'src/a.js': "export const a='a'\n" },
  },
  {
    name: 'prettier --write',
    version: 'npx prettier --version',
    packages: true,
    files: { ...PACKAGE, 'src/a.js': "export const a='a'\n" },
    line: 'npx prettier --write src && cat src/a.js',
    broken: { 'src/a.js': 'export const = 1;\n' },
  },
  {
    name: 'biome check --write',
    version: 'npx biome --version',
    packages: true,
    files: { ...PACKAGE, 'src/a.js': "export const a='a'\n" },
    line: 'npx biome check --write src && cat src/a.js',
    broken: { 'src/a.js': 'export const = 1;\n' },
  },
  {
    name: 'stylelint',
    version: 'npx stylelint --version',
    packages: true,
    files: {
      ...PACKAGE,
      '.stylelintrc.json': '{"extends":"stylelint-config-recommended"}\n',
      'a.css': 'a { color: red; }\n',
    },
    line: 'npx stylelint "**/*.css"',
    broken: { 'a.css': 'a { colour: red; }\n' },
  },
  {
    name: 'esbuild',
    version: 'npx esbuild --version',
    packages: true,
    files: { ...PACKAGE, ...MODULES },
    line: 'npx esbuild src/index.js --bundle --outfile=dist/out.js && node dist/out.js',
    broken: NO_MODULE,
  },
  {
    name: 'rollup',
    version: 'npx rollup --version',
    packages: true,
    files: {
      ...PACKAGE,
      ...MODULES,
      'rollup.config.mjs': "export default { input: 'src/index.js', output: { file: 'dist/out.js' } };\n",
    },
    line: 'npx rollup -c && node dist/out.js',
    broken: NO_MODULE,
  },
  {
    name: 'webpack build, file cache',
    version: `grep '"version"' node_modules/webpack/package.json`,
    packages: true,
    files: {
      ...PACKAGE,
      ...MODULES,
      'webpack.config.js': "module.exports = { mode: 'development', devtool: false, cache: { type: 'filesystem' } };\n",
    },
    line: 'npx webpack build && node dist/main.js',
    broken: NO_MODULE,
  },
  {
    name: 'vite build',
    version: 'npx vite --version',
    packages: true,
    files: {
      'package.json': '{"name":"sum","private":true,"type":"module","scripts":{"build":"vite build"}}\n',
      'index.html': '<!doctype html><script type="module" src="/src/index.js"></script>\n',
      'vite.config.ts': "import { defineConfig } from 'vite'; export default defineConfig({});\n",
      ...MODULES,
    },
    line: 'npm run build 2>&1 | tail -20',
    broken: NO_MODULE,
  },
  {
    name: 'swc',
    version: 'npx swc --version',
    packages: true,
    files: { ...PACKAGE, ...MODULES },
    line: 'npx swc src -d lib && ls lib/src',
    broken: NO_CODE,
  },
  {
    name: 'babel',
    version: 'npx babel --version',
    packages: true,
    files: { ...PACKAGE, ...MODULES, 'babel.config.json': '{"presets":["@babel/preset-env"]}\n' },
    line: 'npx babel src -d lib && node lib/index.js',
    broken: NO_CODE,
  },
  {
    name: 'tsup',
    version: 'npx tsup --version',
    packages: true,
    files: { ...PACKAGE, ...TYPED, ...TSCONFIG },
    line: 'npx tsup src/add.ts && node dist/add.js',
    broken: { 'src/add.ts': "import './none';\n" },
  },
  {
    name: 'turbo run',
    version: 'npx turbo --version',
    packages: true,
    git: true,
    files: {
      'package.json': '{"name":"root","private":true,"packageManager":"npm@11.0.0","workspaces":["packages/*"]}\n',
      'package-lock.json':
        '{"name":"root","lockfileVersion":3,"packages":{"":{"name":"root","workspaces":["packages/*"]},"node_modules/a":{"resolved":"packages/a","link":true},"packages/a":{"name":"a","version":"1.0.0"}}}\n',
      'turbo.json': '{"tasks":{"check":{}}}\n',
      '.gitignore': 'node_modules\n.turbo\n',
      'packages/a/package.json': '{"name":"a","version":"1.0.0","scripts":{"check":"node check.js"}}\n',
      'packages/a/check.js': "console.log('checked');\n",
    },
    line: 'npx turbo run check',
    broken: { 'packages/a/check.js': "throw new Error('broken');\n" },
    varies: /^\s*Time:|elemetry|^Attention:|opt-out|cache (?:miss|hit)|Failed:|node:internal/,
  },
];
