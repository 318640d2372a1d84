import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../run.mjs'
import { failedTests, journeyRow, projectRows, table } from './test-report.mjs'

const folder = mkdtempSync(join(tmpdir(), 'saldo-test-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
function written(report: object, name = 'report.json'): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(report))
  return file
}

it('sums tests and seconds of each vitest project, the slowest first', () => {
  const ran = (file: string, seconds: number, tests: number) => ({
    name: join(root, file),
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
    assertionResults: Array(tests).fill({}),
  })
  const testResults = [
    ran('domain/a.test.ts', 1, 2),
    ran('server/x/b.test.ts', 4, 1),
    ran('domain/c.test.ts', 2, 3),
  ]
  expect(projectRows(written({ testResults }))).toEqual([
    { name: '  server', tests: 1, seconds: 4 },
    { name: '  domain', tests: 5, seconds: 3 },
  ])
})

it('counts journeys in nested suites, with the second try of one that failed', () => {
  const spec = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [{ specs: [spec(1000)], suites: [{ specs: [spec(2000, 3000)] }] }]
  expect(journeyRow(written({ suites }))).toEqual([{ name: '  3.0 s each', tests: 2, seconds: 6 }])
})

it('names each test that failed, in units, files that do not load and journeys', () => {
  const test = (fullName: string, status: string) => ({ fullName, status })
  const vitest = written({
    testResults: [
      {
        name: join(root, 'domain/a.test.ts'),
        status: 'failed',
        assertionResults: [test('adds', 'failed'), test('x', 'passed')],
      },
      { name: join(root, 'domain/b.test.ts'), status: 'failed', assertionResults: [] },
      { name: join(root, 'domain/c.test.ts'), status: 'passed', assertionResults: [test('y', 'passed')] },
    ],
  })
  const spec = (title: string, ok: boolean) => ({ title, ok, file: 'shell/a.spec.ts', tests: [] })
  const suites = [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }]
  expect(failedTests({ vitest, journeys: written({ suites }, 'journeys.json') })).toEqual([
    'domain/a.test.ts: adds',
    'domain/b.test.ts',
    'shell/a.spec.ts: closes',
  ])
})

it('has no rows for a report that was not written', () => {
  const missing = join(folder, 'missing.json')
  const failed = failedTests({ vitest: missing, journeys: missing })
  expect([...projectRows(missing), ...journeyRow(missing), ...failed]).toEqual([])
})

it('aligns names to the left and figures to the right', () => {
  expect(
    table([
      { name: 'Types', seconds: 9.04 },
      { name: 'Tests', tests: 12, seconds: 100 },
    ]),
  ).toEqual(['part   tests  seconds', 'Types             9.0', 'Tests     12    100.0'])
})
