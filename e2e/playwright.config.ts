import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { keepTemporaryFilesInMemory } from '../scripts/checks/memory-folder.ts'
import { browser } from './browsers.ts'

keepTemporaryFilesInMemory()
// Workers read this file too, and inherit this variable, so set it before instances.ts is read.
process.env.E2E_HOME ??= mkdtempSync(join(tmpdir(), 'saldo-e2e-'))
const { instance, workers } = await import('./instances.ts')

const root = fileURLToPath(new URL('..', import.meta.url))
/** A trace takes a third of a journey's time, so CI records only the retry of a failed journey. */
const trace = process.env.CI ? 'on-first-retry' : process.env.E2E_TRACE ? 'retain-on-failure' : 'off'

/** The journeys run against the real thing: `npm start` in a fresh home, with demo data and sandbox provider. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './start-instances.ts',
  workers,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // On a busy machine a journey may time out once: it is then listed as flaky; twice is a failure.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: instance.url,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Tests cannot intercept what a service worker answers, so it is blocked; its own tests allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
    launchOptions: browser,
    trace,
    screenshot: 'only-on-failure',
  },
})
