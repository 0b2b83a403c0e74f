import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where Node keeps the compiled modules of processes that run our sources. */
const compiled = join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Starts the longest files first, so that no worker is left alone with one at the end. A new
 * checkout knows no durations, and the longest files are not the largest.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(longest.test(moduleId))
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a))
  }
}
const longest =
  /executor\/(differential|abstract-types)|cli\/src\/main|pull-mirror|payment\/crash|proxy\/hostile|execution\/(fan-out|specification|connector-promises)/

/**
 * Every file's tests leave their process as they found it, so the files share one for each core:
 * starting a process for each, and loading the same packages in it, costs more than most of them do.
 */
export default defineConfig({
  test: {
    globalSetup: ['e2e/testing/stores.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of what a test may take: the default of 1 s is too short for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project(
        'tests',
        ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        { NODE_COMPILE_CACHE: compiled },
        ['scripts/testing/memory-folder.ts'],
      ),
      project('e2e', ['e2e/**/*.test.ts']),
    ],
  },
})

/** `npm test` runs the tests of the parts, `npm run e2e` those of the built whole. */
function project(
  name: string,
  include: string[],
  env: Record<string, string> = {},
  globalSetup: string[] = [],
) {
  const setupFiles = ['scripts/testing/seed-properties.ts']
  return { extends: true, test: { name, include, env, setupFiles, globalSetup } } as const
}
