import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

// Workers read this file too, and inherit this variable. It must be set before instances.ts is read.
process.env.E2E_HOME ??= mkdtempSync(join(tmpdir(), 'saldo-e2e-'))
const { instance, workers } = await import('./instances.ts')

const root = fileURLToPath(new URL('..', import.meta.url))
/** Recording a trace takes a third of a journey's time: CI records only the second try of a journey that failed. */
const trace = process.env.CI ? 'on-first-retry' : process.env.E2E_TRACE ? 'retain-on-failure' : 'off'

/** The journeys run against everything for real: `npm start` on a fresh home, with its demo data and its provider. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './start-instances.ts',
  workers,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // On a machine shared with others a journey may be starved once; it is then listed as flaky, and twice is a failure.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: instance.url,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // What a worker answers no test can hold up; the tests of the worker itself allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
    trace,
    screenshot: 'only-on-failure',
  },
})
