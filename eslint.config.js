import tseslint from 'typescript-eslint';
import security from 'eslint-plugin-security';
import { guardedCallbacks } from './scripts/lint/guardedCallbacks.ts';
import { plainWords } from './scripts/lint/plainWords.ts';

const local = { rules: { 'guarded-callbacks': guardedCallbacks, 'plain-words': plainWords } };
const tests = ['**/*.test.ts', '**/testing/**', '**/*[tT]esting*.ts'];

export default tseslint.config(
  {
    ignores: ['node_modules/', 'generated/', 'data/', '.cache/', '.lab/', 'dist/', 'web/dist*/', 'test/lab/'],
  },
  ...tseslint.configs.strict,
  security.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-extraneous-class': 'off', // objection models are classes with statics only
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
          message: 'Do not spread a literal into a literal; write its entries directly.',
        },
      ],
      // Each of these fires on every path or key that is not a literal; what they look for is covered by the
      // closed lists and path joins of this code, and by its tests against hostile names.
      'security/detect-non-literal-fs-filename': 'off',
      'security/detect-object-injection': 'off',
      'security/detect-non-literal-require': 'off',
      // It flags any repetition inside a group; none of ours reads unbounded input.
      'security/detect-unsafe-regex': 'off',
    },
  },
  {
    // Node loads it before anything else, and CommonJS in half the time.
    files: ['server/packaging/start.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Manager and agent outlive what a peer sends them: no callback of theirs may throw into the event loop.
    files: ['agent/**/*.ts', 'server/**/*.ts', 'plugins/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      '**/*[tT]esting*.ts',
      'agent/simulator/**',
      'plugins/*/web/**',
    ],
    plugins: { local },
    rules: { 'local/guarded-callbacks': 'error' },
  },
  {
    // What people read: errors, mails, reports, the command line. Docs are read by scripts/lint/plainWords.test.ts.
    files: ['server/**/*.ts', 'plugins/**/*.ts', 'agent/cli/**/*.ts', 'scripts/quickstart*.ts'],
    ignores: [...tests, 'plugins/*/web/**'],
    plugins: { local },
    rules: { 'local/plain-words': ['error', 'texts'] },
  },
  {
    files: ['web/**/*.ts', 'plugins/*/web/**/*.ts'],
    ignores: tests,
    plugins: { local },
    rules: { 'local/plain-words': ['error', 'labels'] },
  },
  {
    // Processes are started in one place only, by argument vector.
    files: ['agent/**/*.ts', 'server/**/*.ts', 'plugins/**/*.ts'],
    ignores: [
      'agent/process/**',
      'server/serviceManager.ts',
      'server/kernel/computing/computing.ts',
      'server/kernel/db/migrateBackup.ts',
      'server/setup.ts',
      'server/support.ts',
      '**/*.test.ts',
      '**/testing/**',
      '**/*testing.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['child_process', 'node:child_process'].map((name) => ({
            name,
            message:
              'Processes start in agent/process/ only (and the manager tells systemd by one, copies its database by one, computes beside its event loop in one, and sets up its machine and reports on it by some).',
          })),
        },
      ],
    },
  },
);
