import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import { type PaymentEvent, recordPaymentsOfBills } from '../../../timeline/payment-event.ts'
import { holdCents, type Part } from '../../bills/money/instalment-money.ts'

/** A debit that goes to the bank: what it takes of which instalments of one bill, in cents. */
export type BankDebit = {
  customer_id: number
  account_id: number
  bill_id: number
  subject_id: number
  payer_name: string
  receipt_email: string | null
  last4: string
  parts: readonly Part[]
}

/**
 * Opens one payment for each debit, under way at the bank from now on: it holds its instalments like any attempt, so that
 * no other payment, link or run pays them meanwhile. The caller has locked the bills in the order of ids, and has checked
 * that nothing holds these cents. Returns the payments' ids, in the order given.
 */
export async function openBankAttempts(
  services: Services,
  tx: Tx,
  debits: readonly BankDebit[],
  { created_by, actor }: { created_by: number | null; actor: string },
): Promise<number[]> {
  const payment_ids: number[] = []
  for (let at = 0; at < debits.length; at += 500)
    payment_ids.push(...(await open(tx, debits.slice(at, at + 500), created_by)))
  const events = debits.map(
    ({ customer_id, bill_id, parts }, at): PaymentEvent => ({
      ...{ customer_id, bill_id, payment_id: payment_ids[at] as number, kind: 'processing', actor },
      text: `Addebito di ${formatEuro(sumOf(parts))} presentato alla banca`,
    }),
  )
  for (const [at, { payment_id, bill_id }] of events.entries()) {
    const instalment_ids = (debits[at]?.parts ?? []).map(({ instalment_id }) => instalment_id)
    await emit(services, tx, 'payment_opened', { payment_id, bill_ids: [bill_id], instalment_ids })
  }
  await recordPaymentsOfBills(tx, events, 'payment_started')
  return payment_ids
}

async function open(tx: Tx, debits: readonly BankDebit[], created_by: number | null): Promise<number[]> {
  const drawn = await tx<{ payment_id: number; attempt_id: number }[]>`
    select nextval(pg_get_serial_sequence('payments', 'payment_id')) as payment_id,
      nextval(pg_get_serial_sequence('payment_attempts', 'attempt_id')) as attempt_id
    from generate_series(1, ${debits.length})`
  const rows = debits.map((debit, at) => ({ ...debit, ...(drawn[at] as (typeof drawn)[number]) }))
  await tx`
    insert into payments ${tx(
      rows.map(({ parts, attempt_id: _attempt, ...payment }) => ({
        ...payment,
        ...{ method: 'SEPA_DEBIT', amount: sumOf(parts), state: 'processing', brand: 'bank', created_by },
      })),
    )}`
  await tx`
    insert into payment_attempts ${tx(
      rows.map(({ attempt_id, payment_id, customer_id, bill_id }) => ({
        ...{ attempt_id, payment_id, customer_id, bill_id, provider_account: 'bank', state: 'processing' },
        ...{ off_session: true, request: {} as never, next_check_at: null },
      })),
    )}`
  const held = rows.flatMap(({ attempt_id, customer_id, parts }) =>
    parts.map(({ bill_id, instalment_id, amount }) => ({
      ...{ attempt_id, customer_id, bill_id, instalment_id, amount },
    })),
  )
  for (let at = 0; at < held.length; at += 2000)
    await tx`insert into attempt_instalments ${tx(held.slice(at, at + 2000))}`
  await holdCents(tx, held)
  return rows.map(({ payment_id }) => payment_id)
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0)
