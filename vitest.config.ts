import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where Node keeps the compiled modules of processes that the tests start. */
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
const longest = new RegExp(
  [
    'executor/(differential|abstract-types)|proxy/hostile',
    'execution/(changed-cells|specification|connector-promises)',
    'cli/src/main|pull-mirror|payment/crash',
    'e2e/(pages|captures|admin|install|layouts|simulation|misbehaving-upstreams)',
  ].join('|'),
)

const packages = ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
/** Tests of parts that start many processes, wait for real time, or read many megabytes. */
const slow = '{packages/*/src,scripts}/**/*.slow.test.ts'
/** Tests that also run on PostgreSQL; without it they run on SQLite alone. */
const onPostgres = globSync(packages[0]!, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('testing/postgres.ts'),
)

type TestOptions = { globalSetup: string[]; exclude?: string[] }
const inMemory = 'scripts/testing/memory-folder.ts'
const stores = 'e2e/testing/stores.ts'

/**
 * Every file's tests leave their process as they found it, so the files share one for each core:
 * starting a process for each, and loading the same packages in it, costs more than most of them do.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Half of what a test may take: the default of 1 s is too short for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('tests', packages, {
        exclude: [slow],
        globalSetup: [inMemory],
      }),
      project('slow', [slow, ...onPostgres], { globalSetup: [inMemory, stores] }),
      project('e2e', ['e2e/**/*.test.ts'], { globalSetup: [stores] }),
    ],
  },
})

/**
 * `npm test` runs the quick tests of the parts; `npm run e2e` runs their slow tests, those on
 * PostgreSQL, and the tests of the built whole.
 */
function project(name: string, include: string[], more: TestOptions) {
  const setupFiles = ['scripts/testing/seed-properties.ts']
  const env = { NODE_COMPILE_CACHE: compiled }
  return { extends: true, test: { name, include, setupFiles, env, ...more } } as const
}
