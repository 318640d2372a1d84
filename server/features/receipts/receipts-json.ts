import { Readable } from 'node:stream'
import { headsOf, type ReceiptMovement } from './receipt.ts'
import type { Period } from './receipts.sql.ts'
import type { Movements, Written } from './write-receipts.ts'

/** What stands before the receipts: who made the file, and of what. */
export type ReceiptsHead = {
  made_at: string
  office: { name: string; fiscal_code: string | null }
  period: Period
  account: { id: number; name: string; fiscal_code: string | null } | null
}

/** The open format of receipts, docs/receipts-format.md. Amounts are integer cents. */
export function receiptsJson(movements: Movements, head: ReceiptsHead, written: Written): Readable {
  return Readable.from(pieces(movements, head, written), { objectMode: false })
}

async function* pieces(
  movements: Movements,
  { made_at, office, period, account }: ReceiptsHead,
  written: Written,
) {
  const { from, to } = period
  const head = { format: 'saldo.receipts', version: 1, made_at, office, period: { from, to }, account }
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"receipts":[`)
  for await (const batch of movements) {
    const texts = batch.map((movement) => {
      written.gross += movement.gross
      written.fee += movement.fee
      if (movement.correction) written.corrected += movement.gross
      written.rows += 1
      return `${written.rows === 1 ? '\n' : ',\n'}${JSON.stringify(receiptOf(movement))}`
    })
    yield Buffer.from(texts.join(''))
  }
  const { rows, gross, fee, corrected } = written
  const totals = { receipts: rows, gross, fee, net: gross - fee, collected: gross - corrected, corrected }
  yield Buffer.from(`\n],"totals":${JSON.stringify(totals)}}\n`)
}

function receiptOf(of: ReceiptMovement) {
  return {
    movement: of.movement,
    kind: of.kind,
    correction: of.correction,
    day: of.day,
    received_on: of.received_on,
    value_on: of.value_on,
    payment: of.payment_id,
    method: of.method,
    reference: of.reference,
    account: { id: of.account_id, name: of.account_name, fiscal_code: of.account_fiscal_code },
    person: of.person_name === null ? null : { name: of.person_name, fiscal_code: of.person_fiscal_code },
    payer_name: of.payer_name,
    gross: of.gross,
    fee: of.fee,
    net: of.gross - of.fee,
    allocations: of.parts.map((part) => ({
      settles: part.what,
      bill: part.number,
      unit: part.unit,
      instalments: part.instalments,
      amount: part.amount,
      heads: headsOf(part),
    })),
  }
}
