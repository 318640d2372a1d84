import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CandidateBill } from '../bills/candidate-bill.ts'
import type { Candidate } from '../import-kinds.ts'
import type { CandidateRight } from '../registry/candidate-right.ts'
import { columnShapes } from '../testing/column-shapes.ts'
import { flatSpreadsheet } from '../testing/flat-sheets.ts'
import { furtherShapes } from '../testing/further-shapes.ts'
import { instalmentShapes } from '../testing/instalment-shapes.ts'
import { convertedByLibreOffice } from '../testing/libreoffice.ts'
import { mergedShapes, rowAsideShapes } from '../testing/merged-shapes.ts'
import { peopleShapes } from '../testing/people-shapes.ts'
import { readFile } from '../testing/read-file.ts'
import { registryShapes } from '../testing/registry-shapes.ts'
import { rowShapes } from '../testing/row-shapes.ts'
import { type SheetShape, sheetShapes } from '../testing/sheet-shapes.ts'
import { tableShapes } from '../testing/table-shapes.ts'
import { unitShapes } from '../testing/unit-shapes.ts'
import { writtenShapes } from '../testing/written-shapes.ts'
import { notesOf } from './notes-of-import.ts'
import type { Question } from './question.ts'

const shapes = [
  ...sheetShapes,
  ...rowShapes,
  ...registryShapes,
  ...columnShapes,
  ...peopleShapes,
  ...writtenShapes,
  ...tableShapes,
  ...instalmentShapes,
  ...unitShapes,
  ...furtherShapes,
  ...mergedShapes,
  ...rowAsideShapes,
]

const formats = ['xlsx', 'ods'] as const

/* Spreadsheets in the shapes that administrators make, written by LibreOffice, not by us: each is read right, asked about
   or refused. A shape that is read wrongly without a question is what must never happen. */

const hasLibreOffice = (() => {
  try {
    execFileSync('soffice', ['--version'])
    return true
  } catch {
    return false
  }
})()

const outcomeOf = ({ asks, refuses }: SheetShape) => (refuses ? 'refuses' : asks ? 'asks' : 'read right')

it('docs/reliability.md lists each shape with its outcome', () => {
  const docs = readFileSync(new URL('../../../../docs/reliability.md', import.meta.url), 'utf8')
  const [, section = ''] = docs.split('## Asked, not guessed')
  const listed = [...section.matchAll(/^\| (.+?) \| (read right|asks|refuses)\b/gm)].map(
    ([, name, outcome]) => [name, outcome],
  )
  expect(listed).toEqual(shapes.map((shape) => [shape.name, outcomeOf(shape)]))
})

it('LibreOffice is there in CI', () => {
  if (process.env.CI) expect(hasLibreOffice).toBe(true)
})

describe.runIf(hasLibreOffice).each(formats)('made by LibreOffice as %s', (format) => {
  let files: Map<string, Buffer>
  beforeAll(async () => {
    const flat = new Map(shapes.map(({ sheets }, index) => [`shape-${index}`, flatSpreadsheet(sheets)]))
    files = await convertedByLibreOffice(flat, format)
  })

  it.each(shapes.map((shape, index) => [shape.name, shape, index] as const))(
    '%s',
    async (_, shape, index) => {
      const file = files.get(`shape-${index}`) as Buffer
      const kind = shape.kind ?? 'bills'
      const reading = readFile(kind, file, `a.${format}`)
      if (shape.refuses) return expect(reading).rejects.toMatchObject({ code: shape.refuses })
      const read = await reading
      expect(read.questions.filter(({ answer }) => answer === null).map(({ question }) => question)).toEqual(
        shape.asks ?? [],
      )
      for (const question of read.questions) expectClearWords(question)
      if (!shape.rows) return
      const right = shape.answers
        ? await readFile(kind, file, `a.${format}`, { answers: shape.answers })
        : read
      expect(right.questions.every(({ answer }) => answer !== null)).toBe(true)
      expect(right.issues).toEqual([])
      expect(right.candidates.map(inOneLine)).toEqual(shape.rows)
      if (shape.notes)
        expect(notesOf({ kind }, right, right.plans).join('\n').replaceAll('\u00a0', ' ')).toMatch(
          shape.notes,
        )
    },
  )
})

/** A question is a sentence without codes, with different answers or a free one, and its proposal is one of them. */
function expectClearWords({ question, text, options, free, proposal }: Question): void {
  const said = [text, ...options.flatMap(({ label, detail }) => [label, detail ?? ''])].join('\n')
  expect(text).toMatch(/^\P{Ll}.*[?.)]$/su)
  expect(said).not.toMatch(/undefined|null|NaN|\[object|\b(?:rows|skip|column):/)
  const values = options.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  // Due dates that are missing are written beside their columns.
  expect(values.length > 0 || free !== null || question === 'due_dates').toBe(true)
  if (proposal !== null && free === null) expect(values).toContain(proposal)
}

function inOneLine(candidate: Candidate): string {
  const { condominium_name, holder, amount } = candidate
  const bill = candidate as CandidateBill
  const right = candidate as CandidateRight
  const common = [condominium_name, holder, bill.due_date ?? '', amount]
  if (!right.right_kind) return common.join(' | ')
  const weights = Object.entries(right.weights ?? {}).map(([table, weight]) => `${table}=${weight}`)
  return [...common, right.unit, right.right_kind, weights.join(',')].join(' | ')
}
