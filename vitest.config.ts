import { defineConfig } from 'vitest/config'

/**
 * Every file's tests leave their process as they found it, so the files share one for each core:
 * starting a process for each, and loading the same packages in it, costs more than most of them do.
 */
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['e2e/testing/stores.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
