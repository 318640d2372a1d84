import { addDays } from '@saldo/domain/dates'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import type { TestSandbox } from '../sandbox.ts'
import { earlyDays } from './make-month.ts'
import type { Month, MonthMovement } from './month.ts'
import { type Office, openOffice } from './office.ts'
import { answerDebits, payNotices, presentDebits } from './pay-through-bank.ts'
import { payThroughProvider } from './pay-through-provider.ts'
import { statementFiles } from './statements.ts'

export type RunMonth = {
  office: Office
  month: Month
  /** All that the statements said. */
  movements: MonthMovement[]
  /** Movements that a later statement repeated, as our import counts them, and as many as it did repeat. */
  repeated: { counted: number; expected: number }
  debits_back: { by_provider: number; by_bank: number }
}

/**
 * Runs a month through the acts that people use: payers pay by their links, the office presents debits and notices, and loads
 * what the bank gives: statements until nine days ago, the outcomes, and statements of the whole month, which repeat the first.
 */
export async function runMonth(test: TestApp, sandbox: TestSandbox, month: Month): Promise<RunMonth> {
  const office = await openOffice(test, month)
  const { expected_back } = await payThroughProvider(office, sandbox, month)
  for (const { name, content } of statementFiles(month, month.early, addDays(month.day, -earlyDays)))
    await office.load(name, content)
  const presented = await presentDebits(office, month)
  const answered = await answerDebits(office, month, presented)
  const notices = await payNotices(office, month)
  const movements = [...month.early, ...month.late, ...notices, ...answered.movements]
  let counted = 0
  for (const { name, content } of statementFiles(month, movements, month.day))
    counted += (await office.load(name, content)).known
  await runJobs(test.services)
  return {
    ...{ office, month, movements, repeated: { counted, expected: month.early.length } },
    debits_back: { by_provider: expected_back, by_bank: answered.back },
  }
}
