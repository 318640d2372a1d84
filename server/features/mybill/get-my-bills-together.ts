import type { MyBillsTogether } from '@saldo/contract/bills/mybills'
import * as contract from '@saldo/contract/bills/mybills'
import { whyNotPay } from '@saldo/domain/bills/bill'
import { owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { billToken } from '../../links/bill-link.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import { type BillFacts, factsOfBills } from '../bills/bill-facts.ts'
import { requireTogether } from '../bills/money/require-together.ts'
import { creditorOf } from './get-my-bill.ts'
import { payOnline } from './pay-online.ts'

/** Refuses, before anything is charged, what the charge itself would refuse. */
export const getMyBillsTogether = serve(contract.getMyBillsTogether, async ({ tx, query, services }) => {
  const found = await factsOfBills(tx, query.ids)
  const [first, ...others] = found
  if (!first || found.length < query.ids.length) throw notFound('Una di queste bollette')
  requireTogether(found)
  for (const bill of found) requirePayable(bill, found.length > 1)

  const { pay, sentence } = await payOnline(services, tx, [first, ...others])
  const day = today()
  const bills = found.map((bill) => ({ ...bill, due_now: owedOf(bill, day).due_now }))
  return {
    asker: creditorOf(first),
    subject_nominative: first.subject_nominative,
    bills: bills.map(
      ({ bill_id, number, description, unit, state, due_date, payable, due_now, ...bill }) => ({
        ...{ bill_id, number, description, unit, state, due_date, payable, due_now },
        token: billToken(services, bill_id, bill.link_version),
        instalments: bill.instalments,
      }),
    ),
    payable: bills.reduce((sum, { payable }) => sum + payable, 0),
    due_now: bills.reduce((sum, { due_now }) => sum + due_now, 0),
    today: day,
    minimum_payment: first.minimum_payment,
    credit: first.credit,
    pay,
    not_payable_reason: pay ? null : (sentence ?? notOnline),
    email_hint: maskEmail(first.subject_email),
  } satisfies MyBillsTogether
})

function requirePayable(bill: BillFacts, oneOfMany: boolean): void {
  if (bill.payable > 0) return
  const why = whyNotPay(bill) ?? 'Non si può pagare.'
  throw conflict('not_payable', oneOfMany ? `Bolletta ${bill.number}: ${why}` : why)
}

const notOnline =
  'Qui non si può pagare online: apri ogni bolletta da sola per il bonifico, o chiedi all’amministratore.'
