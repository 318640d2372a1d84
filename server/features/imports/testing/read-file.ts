import type { ImportKind } from '@saldo/contract/imports'
import { type Candidate, stepsOf } from '../import-kinds.ts'
import type { Answers, TablePlan } from '../import-view.ts'
import { amendRows } from '../read/amend-rows.ts'
import { withAnswers } from '../read/answer-questions.ts'
import { planTables, refuseEmpty, refuseWithoutRows, sheetsToRead } from '../read/plan-tables.ts'
import { questionsOf } from '../read/questions.ts'
import { withDoubts } from '../read/row-doubts.ts'
import { type Buildings, noBuildings } from '../read/table-building.ts'
import { openFile } from '../spreadsheet/open-file.ts'
import type { Workbook } from '../spreadsheet/read-workbook.ts'

/**
 * Reads a file as the importer does, without a database and without the worker thread, which takes half a second to start: the plans of its tables, the questions about them, the
 * candidates and the summary of the rest. `answers` are given to every table, `corrections` (`F26` → text) to every sheet.
 */
export async function readFile<C extends Candidate>(
  kind: ImportKind,
  file: Buffer,
  name: string,
  {
    answers = {},
    known = noBuildings,
    corrections = {},
  }: { answers?: Answers; known?: Buildings; corrections?: Record<string, string> } = {},
) {
  const workbook = await openWithoutWorker(file, name)
  await refuseEmpty(workbook)
  const planned = await planTables(workbook, { kind, tables: [] })
  const plans = planned.map((plan: TablePlan) =>
    withAnswers({ ...plan, answers: { ...plan.answers, ...answers } }),
  )
  const amended = (_: string, rows: Parameters<typeof amendRows>[0]) =>
    amendRows(rows, new Map(Object.entries(corrections)))
  const reading = stepsOf[kind].read(sheetsToRead(workbook, plans, known, amended), known)
  const candidates: C[] = []
  for (;;) {
    const { done, value } = await reading.next()
    if (done) {
      refuseWithoutRows(value, plans)
      const recognised = plans.map((plan) => plan.recognised)
      return {
        plans,
        recognised,
        questions: questionsOf(withDoubts(plans, value.doubts), known),
        candidates,
        ...value,
      }
    }
    candidates.push(value as C)
  }
}

async function openWithoutWorker(file: Buffer, name: string): Promise<Pick<Workbook, 'sheets' | 'epoch'>> {
  const { epoch, sheets, rows } = await openFile(file, name)
  return {
    epoch,
    sheets: sheets.map((sheet, index) => ({
      ...sheet,
      async *rows() {
        for await (const batch of rows(index)) yield* batch
      },
    })),
  }
}
