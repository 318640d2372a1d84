import { defineConfig } from 'vitest/config'

/** The projects that need nothing but Node: pure functions, or processes they start themselves. */
const plain = ['domain', 'contract', 'sandbox', 'scripts', 'web'].map((name) => ({
  test: {
    name,
    include: [`${name}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node' as const,
  },
}))

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      ...plain,
      {
        // The small version of `npm run faults`: it starts all its processes itself.
        test: {
          name: 'faults',
          include: ['faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          environment: 'node',
          globalSetup: ['server/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
