import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'webview-ui/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['test/tsconfig.json', 'webview-ui/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Index signatures are read with brackets (tsconfig noPropertyAccessFromIndexSignature), which this rule would undo.
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Programs that run by themselves, without the bundle and without types.
    files: ['src/bridge/launcher/*.{mjs,cjs}', 'src/agents/*/*.mjs'],
    extends: [...tseslint.configs.recommended, ...tseslint.configs.stylistic],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['__FACTS__', 'Buffer', 'TextDecoder', 'performance', 'process'],
          ...['clearInterval', 'setInterval', 'setTimeout'],
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { eqeqeq: 'error', 'no-undef': 'error', 'no-unused-vars': 'off' },
  },
  {
    files: ['src/bridge/launcher/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
