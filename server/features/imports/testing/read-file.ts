import type { ImportKind } from '@saldo/contract/imports'
import { type Candidate, stepsOf } from '../import-kinds.ts'
import type { Answers, TablePlan } from '../import-view.ts'
import { amendRows } from '../read/amend-rows.ts'
import { withAnswers } from '../read/answer-questions.ts'
import { planTables, refuseEmpty, refuseWithoutRows, sheetsToRead } from '../read/plan-tables.ts'
import { questionsOf } from '../read/questions.ts'
import { type Buildings, noBuildings } from '../read/table-building.ts'
import { readWorkbook } from '../spreadsheet/read-workbook.ts'

/**
 * Reads a file as the importer does, without a database: the plans of its tables, the questions about them, the
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
  await using workbook = await readWorkbook(file, name)
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
      return { plans, recognised, questions: questionsOf(plans, known), candidates, ...value }
    }
    candidates.push(value as C)
  }
}
