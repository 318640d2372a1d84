import * as contract from '@saldo/contract/bills/reminders'
import { composeLetter } from '@saldo/domain/arrears/reminder-letter'
import { leftOutWords } from '@saldo/domain/arrears/reminder-plan'
import { today } from '@saldo/domain/dates'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { shownAddress } from '../../mail/shown-address.ts'
import { asList, countReasons, customerOfSelection, type DueLetter, dueLetters } from './due-letters.ts'

const mostRows = 200

export const previewReminders = serve(contract.previewReminders, async ({ tx, actor, body }) => {
  const { account_id, bill_ids } = body
  const customer_id = await customerOfSelection(tx, { account_id, bill_ids: bill_ids ?? [] })
  const of = bill_ids ? { bill_ids } : { account_id: account_id as number }
  const { letters, left_out } = await dueLetters(tx, customer_id, of)
  const shown = left_out
    .filter(({ bill, reason }) => bill_ids !== undefined || reason !== 'too_early' || bill.overdue > 0)
    .toSorted((one, other) => Number(other.bill.overdue > 0) - Number(one.bill.overdue > 0))
  return {
    letters: letters.map((letter) => ({ ...row(letter), email: shownAddress(actor, letter.holder.email) })),
    left_out: asList(countReasons(left_out)),
    rows: shown.slice(0, mostRows).map(({ bill, reason }) => ({
      bill_id: bill.bill_id,
      bill_number: bill.number,
      subject_nominative: bill.nominative,
      overdue: bill.overdue,
      reason,
    })),
  }
})

const row = ({ holder, lines, level, step, amount, no_email }: DueLetter) => ({
  bill_id: lines[0]?.bill.bill_id as number,
  account_name: holder.account_name,
  subject_nominative: holder.nominative,
  level,
  step_name: step.name,
  bills: lines.length,
  amount,
  no_email,
})

export const previewLetter = serve(contract.previewLetter, async ({ tx, params }) => {
  const bill_ids = [params.bill_id as number]
  const customer_id = await customerOfSelection(tx, { account_id: undefined, bill_ids })
  const { letters, left_out } = await dueLetters(tx, customer_id, { bill_ids })
  const [letter] = letters
  if (letter) return composeLetter(letter, letter.holder, today())
  const why = left_out.find(({ bill }) => bill.bill_id === bill_ids[0])?.reason
  throw conflict('no_letter', `Nessun sollecito da inviare${why ? `: ${leftOutWords[why]}` : ''}.`)
})
