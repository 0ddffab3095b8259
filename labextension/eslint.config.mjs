import js from '@eslint/js';
import jupyter from '@jupyter/eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// protocol <- channel <- model <- components <- panel <- plugins: a folder imports from its left only.
const LAYERS = ['protocol', 'channel', 'model', 'components', 'panel', 'plugins'];

/** What `files` may not import: the layers above `layer`, and the packages named. */
function fence(layer, files, packages, message) {
  const above = LAYERS.slice(LAYERS.indexOf(layer) + 1);
  const ours = above.flatMap(name => [`**/${name}`, `**/${name}/**`]);
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: [...ours, '**/index'], message: `${layer} stands below it.` },
            ...(packages === undefined ? [] : [{ regex: packages, message }])
          ]
        }
      ]
    }
  };
}

export default defineConfig(
  { ignores: ['build/', 'node_modules/'] },
  js.configs.recommended,
  jupyter.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }
    },
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      // the views are English, as the package's own words and errors are that they show
      'jupyter/no-untranslated-string': 'off'
    }
  },
  { files: ['*.mjs'], languageOptions: { globals: { process: 'readonly' } } },
  fence(
    'protocol',
    ['src/protocol.ts', 'src/checks.ts', 'src/reading/**'],
    '^[^.]',
    'Messages are plain values.'
  ),
  fence('channel', ['src/channel/**'], '^react', 'The channel only carries messages.'),
  fence(
    'model',
    ['src/model/**'],
    '^react|^@jupyterlab/(ui-components|application)',
    'The model holds state and signals; it draws nothing.'
  ),
  fence(
    'components',
    ['src/components/**'],
    '^(?!\\.|react$)',
    'A component takes props and calls back; it knows React alone.'
  ),
  fence('panel', ['src/panel/**']),
  // a test renders what it tests, so it needs more than React
  {
    files: ['src/**/*.test.tsx', 'src/**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off' }
  },
  { files: ['src/index.ts'], rules: { 'max-lines': ['error', 60] } }
);
