import * as contract from '@saldo/contract/bills/reminders'
import { serve } from '../../http/serve.ts'
import {
  asList,
  countReasons,
  customerOfSelection,
  type JudgedBill,
  reminderDecisions,
} from './reminder-decisions.ts'
import { selectionOf } from './send-reminders.ts'

const mostRows = 200

export const previewReminders = serve(contract.previewReminders, async ({ tx, body }) => {
  const selection = selectionOf(body)
  const bills = await reminderDecisions(tx, await customerOfSelection(tx, selection), selection)
  const to_send = bills.filter(({ reason }) => reason === null)
  const others = bills.filter(
    ({ reason }) => reason !== null && (selection.bill_ids !== null || reason !== 'too_early'),
  )
  return {
    to_send: to_send.length,
    amount: to_send.reduce((sum, { due_now }) => sum + due_now, 0),
    left_out: asList(countReasons(bills)),
    rows: [...to_send, ...others].slice(0, mostRows).map(row),
  }
})

const row = ({ number, nominative, next_due_date, due_now, step, reason }: JudgedBill) => ({
  bill_number: number,
  subject_nominative: nominative,
  due_date: next_due_date,
  due_now,
  step_name: step?.name ?? null,
  reason,
})
