import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = Number(process.env.E2E_PORT ?? 4870)
// Workers read this file too: all of them meet the same instance.
process.env.E2E_HOME ??= mkdtempSync(join(tmpdir(), 'saldo-e2e-'))

/** The journeys run against everything for real: `npm start` on a fresh home, with its demo data and its provider. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(root, 'test-results'),
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // On a machine shared with others a journey may be starved once; it is then listed as flaky, and twice is a failure.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // What a worker answers no test can hold up; the tests of the worker itself allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: root,
    url: `http://localhost:${port}/readyz`,
    timeout: 600_000,
    reuseExistingServer: Boolean(process.env.E2E_REUSE),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: { PORT: String(port), SALDO_HOME: process.env.E2E_HOME, PUBLIC_URL: `http://localhost:${port}` },
  },
})

export const providerUrl = `http://127.0.0.1:${port + 1}`
