import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 20_000, hookTimeout: 60_000, pool: 'forks' } as const

/**
 * Folders whose tests change nothing of their process. Their files share one: starting a process
 * for each, and loading the same packages in it, was three quarters of their CPU time.
 */
const together = [
  'packages/shared/src',
  ...['connectors', 'files', 'market-clock', 'mirror', 'names', 'schema', 'upstreams'].map(
    (folder) => `packages/server/src/${folder}`,
  ),
  ...['asking', 'config', 'payment', 'terminal'].map((folder) => `packages/cli/src/${folder}`),
].map((folder) => `${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    projects: [
      { test: { ...limits, name: 'together', include: together, isolate: false } },
      {
        test: {
          ...limits,
          name: 'alone',
          globalSetup: ['e2e/testing/stores.ts'],
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'e2e/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...together],
        },
      },
    ],
  },
})
