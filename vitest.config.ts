import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['e2e/testing/stores.ts'],
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})
