import * as contract from '@saldo/contract/bills/late-interest'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { insertIssuedBill } from '../bills/edit/insert-issued-bill.ts'
import { lockBill } from '../bills/locked-bill.ts'
import { nextOwnBillNumbers } from '../bills/numbering/number-series.ts'
import { interestOfBill } from './interest-of-bill.ts'

/** 409: interest up to this day was charged already, perhaps by a bill that was cancelled since. */
const askedAlready = (through_day: string) => ({
  a_day_is_charged_once: {
    amount: `Fino al ${formatDate(through_day)} li hai già chiesti una volta: puoi chiederli di nuovo contando un giorno in più.`,
  },
})
/** Days until the interest bill is due. */
const daysToPay = 30

export const chargeLateInterest = serve(contract.chargeLateInterest, async ({ tx, params }) => {
  const bill = await lockBill(tx, params.id)
  const { amount, through_day, kind, agreed_bps, not_counted } = await interestOfBill(tx, bill.bill_id)
  if (amount <= 0)
    throw conflict(
      'no_interest',
      ['Oggi su questa bolletta non ci sono interessi da chiedere.', ...not_counted].join(' '),
    )
  const { customer_id, account_id, subject_id, unit } = bill
  const description = `Interessi di mora sulla bolletta ${bill.number} al ${formatDate(through_day)}`.slice(
    0,
    200,
  )
  const issue_date = today()
  const [number = ''] = await nextOwnBillNumbers(tx, 'interest', bill, issue_date, 1)
  const interest_bill_id = await insertIssuedBill(
    tx,
    { customer_id, account_id, subject_id, number, description, unit, issue_date, amount },
    addDays(issue_date, daysToPay),
  )
  const whose = { customer_id, bill_id: interest_bill_id }
  await conflictIfNotUnique(
    tx`insert into late_interest_charges ${tx({ customer_id, account_id, bill_id: bill.bill_id, interest_bill_id, through_day, amount, kind, agreed_bps })}`,
    askedAlready(through_day),
  )
  const actor = await actorName(tx)
  await recordBillEvent(tx, { ...whose, kind: 'issued', text: 'Bolletta emessa', actor })
  await recordBillEvent(tx, {
    ...{ customer_id, bill_id: bill.bill_id, actor },
    kind: 'interest_charged',
    text: `Interessi di mora chiesti: ${formatEuro(amount)} con la bolletta ${number}`,
  })
  return interestOfBill(tx, bill.bill_id)
})
