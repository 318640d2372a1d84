import type { CreditNote } from '@saldo/contract/bills/bills'
import * as contract from '@saldo/contract/bills/bills'
import { billCan } from '@saldo/domain/bills/bill'
import { creditInstalments } from '@saldo/domain/bills/credit-note'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Actor, As } from '../../http/actor.ts'
import { ApiError, badInput, conflict, notPermitted } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serveAcross } from '../../http/serve.ts'
import { post } from '../../ledger/ledger.ts'
import { answerWithin } from '../../provider/wait-for-provider.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { billDetail, instalmentsOf } from '../bills/bill-detail.ts'
import { creditNoteColumns } from '../bills/credit-notes-of-bill.ts'
import { lowerBill, withdrawBill } from '../bills/edit/take-back.ts'
import { type LockedBill, lockBill } from '../bills/locked-bill.ts'
import { nextNoteNumber } from '../bills/numbering/number-series.ts'
import { requireNoPlan } from '../plans/plan-bills.ts'
import { openRefund } from '../refunds/open-refund.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { type Freed, freePayments } from './free-payments.ts'

type Asked = z.output<typeof contract.creditBill.body>
type Written = { note: contract.CreditNote; freed: Freed[] }

/**
 * First writes the note in one transaction: money that was paid for a part that is no longer owed becomes the payer's
 * credit. Then, if wanted, refunds it; refunds take that credit first. If a refund is refused, the money stays credit.
 */
export const creditBill = serveAcross(
  contract.creditBill,
  async ({ services, as, params, body, request }) => {
    const bill_id = params.id as number
    if (body.surplus === 'refund') await as(requireRefunds)
    const { note, freed } = await as((tx) =>
      writeNote(services, tx, bill_id, body, requestKey(request, body)),
    )
    const refused = body.surplus === 'refund' ? await giveBack(services, as, note, freed) : null
    return { note, bill: await as((tx) => billDetail(tx, bill_id)), refused }
  },
)

/** Refunding needs another permission than the note: a sub-user needs both. */
async function requireRefunds(_tx: Tx, actor: Actor): Promise<void> {
  const granted = 'permissions' in actor ? actor.permissions : null
  if (granted !== null && !granted.split(',').includes('payments:write')) throw notPermitted('payments:write')
}

async function writeNote(
  services: Services,
  tx: Tx,
  bill_id: number,
  asked: Asked,
  key: RequestKey,
): Promise<Written> {
  await lockBillsOfHolder(tx, bill_id)
  const bill = await lockBill(tx, bill_id)
  const same = await creditNoteOfForm(tx, bill_id, key)
  if (same) return { note: same, freed: [] }
  const why = billCan.why('credit', bill)
  if (why) throw conflict('not_creditable', `Per questa bolletta non si può fare una nota di credito. ${why}`)
  await requireNoPlan(tx, bill_id)
  const amount = asked.amount ?? bill.amount
  if (amount > bill.amount)
    throw badInput({ amount: `La bolletta è di ${formatEuro(bill.amount)}: la nota non può superarla.` })
  const credits = creditInstalments(amount, await instalmentsOf(tx, bill_id))
  const paid = credits.reduce((sum, { freed }) => sum + freed, 0)
  if (paid > 0 && !asked.surplus)
    throw badInput({ surplus: `${formatEuro(paid)} sono già stati pagati: scegli che cosa farne.` })

  const { customer_id, account_id, subject_id } = bill
  const actor = await actorName(tx)
  // Read once, so that number and date are in the same year even at midnight on 31 December.
  const issue_date = today()
  const number = await nextNoteNumber(tx, bill, issue_date)
  const freed = paid > 0 ? await freePayments(tx, credits, { bill_id, number, actor }) : []
  const whole = amount === bill.amount
  const note = await insertCreditNote(tx, {
    ...{ customer_id, account_id, bill_id, subject_id, number, amount, whole, reason: asked.reason, actor },
    ...{ freed: paid, surplus: paid > 0 ? asked.surplus : null, issue_date, ...key },
  })
  await postNote(tx, bill, note)
  if (whole) await withdrawBill(services, tx, bill, 'Per la bolletta c’è una nota di credito.')
  else await lowerBill(tx, bill, { amount, description: `Nota di credito ${number}` }, credits)
  const how = whole ? 'di tutta la bolletta' : `di ${formatEuro(amount)}`
  await recordBillEvent(tx, {
    ...{ customer_id, bill_id, actor, kind: whole ? 'cancelled' : 'credited' },
    text: `Nota di credito ${number} ${how}: ${asked.reason}`,
  })
  return { note, freed }
}

/** Posts the note on its day. The bill's own trigger has posted that the bill asks for less. */
const postNote = (
  tx: Tx,
  { customer_id, account_id, subject_id, bill_id, number, issue_date }: LockedBill,
  note: contract.CreditNote,
) =>
  post(
    tx,
    {
      ...{ customer_id, account_id, subject_id, bill_id, payment_id: null, kind: 'credit_note' },
      source: `credit_note:${note.credit_note_id}`,
      // The note is never dated before the bill.
      day: note.issue_date > issue_date ? note.issue_date : issue_date,
      description: `Nota di credito ${note.number}, bolletta ${number}`,
    },
    [
      { ledger_account: 'billed', amount: note.amount, bill_id },
      { ledger_account: 'receivables', amount: -note.amount, bill_id },
    ],
  )

/** Locks all bills that the payments may touch, in the order of ids, as every writer of a bill's money does. */
const lockBillsOfHolder = (tx: Tx, bill_id: number) => tx`
  select from bills where (customer_id, account_id, subject_id) = (
    select customer_id, account_id, subject_id from bills where bill_id = ${bill_id})
  order by bill_id for update`

/** Refunds the freed money payment by payment. Returns the sentence of the first refusal, or null. */
async function giveBack(
  services: Services,
  as: As,
  { credit_note_id, number }: contract.CreditNote,
  freed: readonly Freed[],
): Promise<string | null> {
  let refused: string | null = null
  for (const { payment_id, amount } of freed)
    try {
      const order = {
        ...{ amount, reason: 'requested_by_customer' as const, note: `Nota di credito ${number}` },
        ...{ idempotency_key: `note_${credit_note_id}_${payment_id}`, request_hash: null },
      }
      const { refund_id, ask } = await as((tx, actor) => openRefund(services, tx, actor, payment_id, order))
      if (ask) await answerWithin(services, requestRefund(services, refund_id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused ??= error.message
    }
  return refused
}

/** The note of an earlier request with the same key; 409 if that asked for something else. */
async function creditNoteOfForm(tx: Tx, bill_id: number, key: RequestKey): Promise<CreditNote | null> {
  if (key.idempotency_key === null) return null
  const [found] = await tx<(CreditNote & { request_hash: string | null })[]>`
    select ${creditNoteColumns(tx)}, request_hash from credit_notes
    where bill_id = ${bill_id} and idempotency_key = ${key.idempotency_key}`
  if (!found) return null
  const { request_hash, ...note } = found
  const made = `è già stata scritta un’altra nota di credito: ${note.number}, ${formatEuro(note.amount)}`
  requireSameRequest(request_hash, key, made)
  return note
}

async function insertCreditNote(tx: Tx, row: Record<string, unknown>): Promise<CreditNote> {
  const [note] = await tx<
    CreditNote[]
  >`insert into credit_notes ${tx(row)} returning ${creditNoteColumns(tx)}`
  return note as CreditNote
}
