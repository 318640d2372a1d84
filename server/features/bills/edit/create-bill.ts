import * as contract from '@saldo/contract/bills/bills'
import { conflictIfNotUnique } from '../../../db/unique-violation.ts'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvent } from '../../../timeline/bill-event.ts'
import { billDetail } from '../bill-detail.ts'
import { nextBillNumber } from '../numbering/bill-number.ts'
import {
  customerOf,
  numberTaken,
  requireByHand,
  requireDates,
  requireFreeNumber,
  totalOf,
  writeInstalments,
  writeLines,
} from './bill-parts.ts'

export const createBill = serve(contract.createBill, async ({ tx, body }) => {
  const { account_id, subject_id, description, issue_date } = body
  const customer_id = await customerOf(tx, body)
  requireDates(body)
  if (body.number) {
    requireByHand(body.number)
    await requireFreeNumber(tx, { customer_id, account_id, number: body.number })
  }
  const bill = {
    customer_id,
    account_id,
    subject_id,
    number: body.number ?? (await nextBillNumber(tx, { customer_id, account_id }, issue_date)),
    description,
    unit: body.unit ?? null,
    issue_date,
    amount: totalOf(body.lines),
    status: body.draft ? 'draft' : 'issued',
  }
  const [row] = await conflictIfNotUnique(tx`insert into bills ${tx(bill)} returning bill_id`, numberTaken)
  const bill_id = row?.bill_id as number
  await writeLines(tx, { customer_id, bill_id }, body.lines)
  await writeInstalments(tx, { customer_id, bill_id }, body.instalments)
  const event = body.draft
    ? { kind: 'created', text: 'Bozza creata' }
    : { kind: 'issued', text: 'Bolletta emessa' }
  await recordBillEvent(tx, { customer_id, bill_id, ...event, actor: await actorName(tx) })
  return billDetail(tx, bill_id)
})
