import { isDeepStrictEqual } from 'node:util'
import * as contract from '@saldo/contract/bills/bills'
import { formatEuro } from '@saldo/domain/money'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { conflictIfNotUnique } from '../../../db/unique-violation.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvent } from '../../../timeline/bill-event.ts'
import { billDetail, instalmentsOf, linesOf } from '../bill-detail.ts'
import { type LockedBill, lockBill, requirePhase } from '../locked-bill.ts'
import { requireChangeable } from '../may-change.ts'
import {
  customerOf,
  type DueInstalment,
  inOrder,
  type Line,
  numberTaken,
  requireByHand,
  requireDates,
  requireFreeNumber,
  totalOf,
  writeInstalments,
  writeLines,
} from './bill-parts.ts'

export const updateBill = serve(contract.updateBill, async ({ tx, services, body }) => {
  const before = await lockBill(tx, body.bill_id)
  requirePhase('edit', before)
  if ((await customerOf(tx, body)) !== before.customer_id) throw notFound('Il condominio')
  requireSameFacts(before, body)
  await requireNoCreditNote(tx, before)
  await requireChangeable(services, tx, before.bill_id, 'edit')
  const after = {
    account_id: body.account_id,
    subject_id: body.subject_id,
    number: body.number ?? before.number,
    description: body.description,
    unit: body.unit ?? null,
    issue_date: body.issue_date,
    amount: totalOf(body.lines),
  }
  if (after.number !== before.number) requireByHand(after.number)
  if (after.number !== before.number || after.account_id !== before.account_id)
    await requireFreeNumber(tx, { ...after, customer_id: before.customer_id, bill_id: before.bill_id })
  const changes = await changesOf(tx, before, after, body)
  // An issued bill may keep its dates; only changed ones must be valid.
  if (before.phase === 'draft' || changes.includes(instalmentsChanged)) requireDates(body)
  if (changes.length > 0) {
    await conflictIfNotUnique(
      tx`update bills set ${tx(after)}, updated_at = now() where bill_id = ${before.bill_id}`,
      numberTaken,
    )
    await writeLines(tx, before, body.lines)
    await writeInstalments(tx, before, body.instalments)
    await record(tx, before, 'changed', `Bolletta modificata: ${changes.join(', ')}`)
  }
  if (body.issue && before.phase === 'draft') {
    await tx`update bills set status = 'issued', updated_at = now() where bill_id = ${before.bill_id}`
    await record(tx, before, 'issued', 'Bolletta emessa')
  }
  return billDetail(tx, before.bill_id)
})

/**
 * Ledger and number of an issued bill depend on its day and number; its condominium says to whose IBAN residents pay, who
 * have its link already. Only a draft changes them.
 */
function requireSameFacts(
  { phase, number, issue_date, account_id }: LockedBill,
  asked: { number?: string | null | undefined; issue_date: string; account_id: number },
): void {
  if (phase === 'draft') return
  const changed =
    asked.account_id !== account_id
      ? 'account_id'
      : asked.number && asked.number !== number
        ? 'number'
        : asked.issue_date !== issue_date
          ? 'issue_date'
          : null
  if (!changed) return
  const sentence = `La bolletta è già emessa: ${issuedFacts[changed]} non si cambia. Annullala e riemettila.`
  throw conflict('not_editable', sentence, { [changed]: sentence })
}
const issuedFacts = { account_id: 'il suo condominio', number: 'il suo numero', issue_date: 'la sua data' }

/** 409 when the bill has a credit note: its amounts are fixed by a numbered document. */
async function requireNoCreditNote(tx: Tx, { customer_id, bill_id }: LockedBill): Promise<void> {
  const [note] = await tx`
    select number from credit_notes where customer_id = ${customer_id} and bill_id = ${bill_id} limit 1`
  if (note)
    throw conflict(
      'not_editable',
      `Questa bolletta non si può modificare. Ha la nota di credito ${note.number}: annullala e riemettila.`,
    )
}

const record = async (tx: Tx, { customer_id, bill_id }: LockedBill, kind: string, text: string) =>
  recordBillEvent(tx, { customer_id, bill_id, kind, text, actor: await actorName(tx) })

/** The changes, as the timeline describes them. */
async function changesOf(
  tx: Tx,
  before: LockedBill,
  after: Pick<LockedBill, keyof typeof fieldWords | 'amount'>,
  body: z.output<typeof contract.updateBill.body>,
): Promise<string[]> {
  const changes: string[] = []
  if (before.amount !== after.amount)
    changes.push(`importo da ${formatEuro(before.amount)} a ${formatEuro(after.amount)}`)
  for (const field of Object.keys(fieldWords) as (keyof typeof fieldWords)[])
    if (before[field] !== after[field]) changes.push(fieldWords[field])
  const instalments = await instalmentsOf(tx, before.bill_id)
  if (!isDeepStrictEqual(instalments.map(dueAndAmount), inOrder(body.instalments).map(dueAndAmount)))
    changes.push(instalmentsChanged)
  const lines = await linesOf(tx, before.bill_id)
  if (!isDeepStrictEqual(lines.map(textAndAmount), body.lines.map(textAndAmount))) changes.push('voci')
  return changes
}

const dueAndAmount = ({ due_date, amount }: DueInstalment) => [due_date, amount]
const textAndAmount = ({ description, amount }: Line) => [description, amount]

const instalmentsChanged = 'rate'

const fieldWords = {
  account_id: 'condominio',
  subject_id: 'intestatario',
  number: 'numero',
  description: 'descrizione',
  unit: 'unità',
  issue_date: 'data di emissione',
} as const
