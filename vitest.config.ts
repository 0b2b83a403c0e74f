import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Where Node keeps the compiled modules of processes that run our sources. */
const compiled = join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Every file's tests leave their process as they found it, so the files share one for each core:
 * starting a process for each, and loading the same packages in it, costs more than most of them do.
 */
export default defineConfig({
  test: {
    globalSetup: ['e2e/testing/stores.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of what a test may take: the default of 1 s is too short for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('tests', ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], {
        NODE_COMPILE_CACHE: compiled,
      }),
      project('e2e', ['e2e/**/*.test.ts']),
    ],
  },
})

/** `npm test` runs the tests of the parts, `npm run e2e` those of the built whole. */
function project(name: string, include: string[], env: Record<string, string> = {}) {
  const setupFiles = ['scripts/testing/seed-properties.ts']
  return { extends: true, test: { name, include, env, setupFiles } } as const
}
