import { formatDate } from '@saldo/domain/dates'
import { returnReason } from '@saldo/domain/sepa/return-reasons'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { Explanation, MovementToExplain } from '../flows/explanation.ts'
import {
  type PresentedDebit,
  presentedColumns,
  presentedDebits,
  returnPresentedDebit,
  settlePresentedDebit,
} from './presented-debit.ts'

type Of = MovementToExplain

/**
 * What a movement of the condominium's account is, if it is about presented debits: the credit of a block of a run (its
 * batch reference, and the sum of what the bank did not refuse), the credit of one debit, or a debit that came back. The
 * bills are settled or reopened in the caller's transaction. Null when it is none of these, or not beyond doubt: sums that
 * do not agree are asked, never guessed. The same movement again gives the same answer and changes nothing.
 */
export async function explainMovement(services: Services, tx: Tx, of: Of): Promise<Explanation | null> {
  if (of.amount > 0 && !of.is_reversal)
    return (await explainBlock(services, tx, of)) ?? (await explainOne(services, tx, of))
  return of.amount < 0 ? explainReturn(services, tx, of) : null
}

/**
 * The ids of those movements of one condominium that name a debit which went to the bank, or its block or mandate, whatever
 * became of it: only these can be explained.
 */
export async function movementsOfDebits(tx: Tx, movements: readonly Of[]): Promise<ReadonlySet<number>> {
  const [first] = movements
  if (!first) return new Set()
  const of = (field: 'batch_reference' | 'end_to_end_id' | 'mandate_reference') =>
    movements.map((movement) => movement[field])
  const debits = tx`
    debits d where d.customer_id = ${first.customer_id} and d.account_id = ${first.account_id} and d.run_id is not null`
  const found = await tx<{ movement_id: number }[]>`
    select m.movement_id
    from unnest(${movements.map(({ movement_id }) => movement_id)}::bigint[], ${of('batch_reference')}::text[],
      ${of('end_to_end_id')}::text[], ${of('mandate_reference')}::text[]) as m (movement_id, batch, reference, umr)
    where m.batch in (select d.block_id from ${debits} and d.block_id = any(${of('batch_reference')}::text[]))
      or m.reference in (select d.end_to_end_id from ${debits} and d.end_to_end_id = any(${of('end_to_end_id')}::text[]))
      or m.umr in (select w.umr from mandates w
        where w.customer_id = ${first.customer_id} and w.provider_account = 'bank'
          and w.umr = any(${of('mandate_reference')}::text[]))`
  return new Set(found.map(({ movement_id }) => movement_id))
}

const told = ({ movement_id }: Of) => `movement:${movement_id}`

async function explainBlock(services: Services, tx: Tx, of: Of): Promise<Explanation | null> {
  const { batch_reference, amount } = of
  if (!batch_reference) return null
  await lockBills(tx, of, tx`d.block_id = ${batch_reference}`)
  const debits = await tx<(PresentedDebit & Run)[]>`
    select ${presentedColumns(tx)}, r.flow_id, r.message_id from ${presentedDebits(tx)} ${ofRun(tx)}
    where ${ofAccount(tx, of)} and d.block_id = ${batch_reference}
      and (d.state in ('started', 'done') or d.settled_by is not null)
    order by d.bill_id, d.debit_id`
  // Two files of one condominium may use the same identifier for a block: one that is answered does not count any more.
  const before = debits.filter(({ settled_by }) => settled_by === told(of))
  const open = debits.filter(({ state }) => state === 'started')
  const mine = before.length > 0 ? before : open
  const [first] = mine
  if (!first || new Set(mine.map(({ run_id }) => run_id)).size > 1 || sumOf(mine) !== amount) return null
  if (before.length === 0)
    for (const debit of mine)
      await settlePresentedDebit(services, tx, debit, { day: of.booked_on, by: told(of) })
  const count = mine.length === 1 ? 'un addebito' : `${mine.length} addebiti`
  return {
    kind: 'flow',
    reason: `Accredito della distinta ${batch_reference}: ${count}, e la somma torna.`,
    flow_id: first.flow_id,
    payment_ids: mine.map(({ payment_id }) => payment_id),
  }
}

async function explainOne(services: Services, tx: Tx, of: Of): Promise<Explanation | null> {
  const { end_to_end_id, amount, booked_on } = of
  if (!end_to_end_id) return null
  const debit = await theOnly(
    tx,
    of,
    amount,
    (each) => each.state === 'started' || each.settled_by === told(of),
  )
  if (!debit) return null
  if (debit.state === 'started')
    await settlePresentedDebit(services, tx, debit, { day: booked_on, by: told(of) })
  return {
    kind: 'flow',
    reason: `Accredito dell’addebito ${debit.end_to_end_id}: riferimento e importo tornano.`,
    flow_id: debit.flow_id,
    payment_ids: [debit.payment_id],
  }
}

async function explainReturn(services: Services, tx: Tx, of: Of): Promise<Explanation | null> {
  const { amount, booked_on, return_reason, is_reversal } = of
  if (return_reason === null && !is_reversal) return null
  const debit = await theOnly(
    tx,
    of,
    -amount,
    (each) => each.state === 'done' || each.returned_by === told(of),
  )
  if (!debit) return null
  if (debit.returned_by === null)
    await returnPresentedDebit(services, tx, debit, {
      ...{ day: booked_on, reason: reasonOf(return_reason), by: told(of), actor: 'banca' },
    })
  const why = return_reason ? `: ${return_reason}. ${returnReason(return_reason).office}` : '.'
  return {
    kind: 'return',
    reason: `L’addebito ${debit.end_to_end_id} del ${formatDate(debit.settled_on ?? booked_on)} è tornato indietro${why}`,
    flow_id: debit.flow_id,
    payment_ids: [debit.payment_id],
  }
}

const reasonOf = (code: string | null) => (code !== null && /^[A-Z0-9]{4}$/.test(code) ? code : null)

type Run = { flow_id: number | null; message_id: string | null }
type One = PresentedDebit & Run & { returned_by: string | null }

/**
 * The only debit with the movement's end-to-end reference (and its mandate, where the movement names one), or, where it has
 * no reference, with its mandate; of exactly this amount. Null when there is none, or more than one.
 */
async function theOnly(tx: Tx, of: Of, amount: number, fits: (debit: One) => boolean): Promise<One | null> {
  const { end_to_end_id, mandate_reference } = of
  const reference = end_to_end_id && end_to_end_id !== 'NOTPROVIDED' ? end_to_end_id : null
  if (reference === null && !mandate_reference) return null
  const by = tx`
    ${reference === null ? tx`true` : tx`d.end_to_end_id = ${reference}`}
    and ${mandate_reference ? tx`m.umr = ${mandate_reference}` : tx`true`} and d.amount = ${amount}`
  await lockBills(tx, of, by)
  const found = await tx<One[]>`
    select ${presentedColumns(tx)}, r.flow_id, r.message_id, b.told_by as returned_by
    from ${presentedDebits(tx)} ${ofRun(tx)}
    join mandates m on m.customer_id = d.customer_id and m.mandate_id = d.mandate_id
    left join debit_returns b on b.customer_id = d.customer_id and b.debit_id = d.debit_id
    where ${ofAccount(tx, of)} and ${by} order by d.debit_id`
  const fitting = found.filter(fits)
  return fitting.length === 1 ? (fitting[0] as One) : null
}

const ofRun = (tx: Tx) => tx`
  join debit_runs r on r.customer_id = d.customer_id and r.run_id = d.run_id and r.state in ('presented', 'closed')`
const ofAccount = (tx: Tx, { customer_id, account_id }: Of) =>
  tx`d.customer_id = ${customer_id} and d.account_id = ${account_id}`

/** Locks all bills of the payers in the order of ids: returned money may reopen any of them. */
async function lockBills(tx: Tx, of: Of, by: ReturnType<typeof ofAccount>): Promise<void> {
  await tx`
    select from bills where customer_id = ${of.customer_id} and account_id = ${of.account_id} and subject_id in (
      select d.subject_id from debits d
      join mandates m on m.customer_id = d.customer_id and m.mandate_id = d.mandate_id
      where ${ofAccount(tx, of)} and ${by})
    order by bill_id for update`
}

const sumOf = (debits: readonly { amount: number }[]) => debits.reduce((sum, { amount }) => sum + amount, 0)
