// Prints the summary of `npm test`: each part with its seconds, and each vitest project with its tests.
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { root } from '../run.mjs'

/**
 * A row for each vitest project, from its JSON report. A project is the folder at the root that its files lie in. Its
 * seconds are the sum over its files, of which two run at a time.
 */
export function projectRows(file) {
  const projects = new Map()
  for (const { name, startTime, endTime, assertionResults } of read(file)?.testResults ?? []) {
    const project = relative(root, name).split(sep)[0]
    const row = projects.get(project) ?? { name: `  ${project}`, tests: 0, seconds: 0 }
    row.tests += assertionResults.length
    row.seconds += Math.max(0, endTime - startTime) / 1000
    projects.set(project, row)
  }
  return [...projects.values()].sort((a, b) => b.seconds - a.seconds)
}

/** A row for what the journeys took by themselves, and on average, from Playwright's JSON report. */
export function journeyRow(file) {
  const tests = (read(file)?.suites ?? []).flatMap(testsOf)
  if (tests.length === 0) return []
  const milliseconds = tests
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration, 0)
  const seconds = milliseconds / 1000
  return [{ name: `  ${(seconds / tests.length).toFixed(1)} s each`, tests: tests.length, seconds }]
}

/**
 * The name of each test that failed, with its file: printed last, because what the tests themselves print may fill the
 * whole log. A file that could not be loaded counts as one test.
 *
 * @param {{ vitest: string, journeys: string }} reports the two JSON reports
 */
export function failedTests({ vitest, journeys }) {
  const units = (read(vitest)?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
    const file = relative(root, name)
    if (failed.length === 0 && status === 'failed') return [file]
    return failed.map((test) => `${file}: ${test}`)
  })
  const journey = ({ specs = [], suites = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap(journey),
  ]
  return [...units, ...(read(journeys)?.suites ?? []).flatMap(journey)]
}

const testsOf = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsOf),
]

/** The rows as lines of aligned columns, under a heading. */
export function table(rows) {
  const cells = [
    ['part', 'tests', 'seconds'],
    ...rows.map(({ name, tests, seconds }) => [
      name,
      tests === undefined ? '' : `${tests}`,
      seconds.toFixed(1),
    ]),
  ]
  const [first, ...others] = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)))
  return cells.map(([name, ...figures]) =>
    [name.padEnd(first), ...figures.map((figure, at) => figure.padStart(others[at]))].join('  '),
  )
}

/** A part that broke off has written no report. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
