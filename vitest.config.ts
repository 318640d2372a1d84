import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTemporaryFilesInMemory } from './scripts/checks/memory-folder.ts'
import { preactForReact } from './web/build/preact-for-react.ts'

keepTemporaryFilesInMemory()

/**
 * One limit for all, which only a test that hangs reaches: how long a test takes depends on the machine and on what else runs
 * there, so no test has a shorter one of its own.
 */
const patient = { testTimeout: 600_000, hookTimeout: 600_000 }
const node = { environment: 'node' as const, exclude: ['**/node_modules/**', '**/dist/**'], ...patient }

/** The files of a worker share the modules they import, because reading them anew for each file costs more than its tests. */
const shared = { isolate: false }

/** They replace a module before anything imports it, so each needs a worker of its own. */
const mocksModules = globSync('server/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /^vi\.mock\(/m.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

/**
 * Vitest starts the largest files first, but these small ones generate thousands of tests. If they came last, one worker
 * would run them while the other is idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()].flatMap((of) => [
      ...of.filter(isLong),
      ...of.filter((file) => !isLong(file)),
    ])
  }
}
const isLong = ({ moduleId }: TestSpecification): boolean => /\/server\/access\//.test(moduleId)

/** Tests that draw public pages. */
const drawn = 'web/public/**/*.test.tsx'

/** One migrated Postgres for the run; every test clones it. */
const withDatabase = { globalSetup: ['server/testing/global-setup.ts'] }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...['domain', 'contract'].map((name) => ({
        test: { ...node, ...shared, name, include: [`${name}/**/*.test.ts`] },
      })),
      {
        // As the build does: modules read it when they are imported, in whatever order the files run.
        define: { __APP_VERSION__: JSON.stringify('test') },
        test: {
          ...node,
          ...shared,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...node.exclude, drawn],
          setupFiles: ['web/testing/unstub-globals.ts'],
        },
      },
      // With Preact, as these pages are built.
      {
        define: { __APP_VERSION__: JSON.stringify('test') },
        resolve: { alias: preactForReact },
        test: {
          ...node,
          name: 'web-public',
          include: [drawn],
          server: { deps: { inline: ['iconoir-react'] } },
        },
      },
      // They start processes.
      ...['sandbox', 'scripts'].map((name) => ({
        test: { ...node, name, include: [`${name}/**/*.test.ts`] },
      })),
      // The small version of `npm run faults`: it starts all its processes itself.
      { test: { ...node, name: 'faults', include: ['faults/**/*.test.ts'] } },
      {
        test: {
          ...node,
          ...shared,
          ...withDatabase,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...node.exclude, ...mocksModules],
        },
      },
      { test: { ...node, ...withDatabase, name: 'server-isolated', include: mocksModules } },
    ],
  },
})
