import type { Day } from '@saldo/domain/dates'
import { noticeInTime } from '@saldo/domain/sepa/debit'
import type { MandateState } from '@saldo/domain/sepa/mandate'
import type { SequenceType } from '@saldo/domain/sepa/sequence-type'
import type { Tx } from '../../db/connection.ts'
import type { Part } from '../bills/money/instalment-money.ts'

/** An announced debit, as its bill and mandate are now. */
export type DebitToStart = {
  debit_id: number
  bill_id: number
  bill_number: string
  subject_id: number
  email: string | null
  mandate_id: number
  state: 'planned' | 'notified'
  notified_on: Day | null
  amount: number
  sequence: SequenceType
  end_to_end_id: string
  mandate_state: MandateState
  creditor_id: string
  umr: string
  signed_on: Day
  debtor_name: string
  debtor_iban: string
  presented_umr: string | null
  presented_iban: string | null
  /** What its instalments still ask for, unless something holds them. */
  parts: Part[]
  held: boolean
}

/** Locks the bills of a run's announced debits in the order of ids, then reads the debits. */
export async function debitsToStart(
  tx: Tx,
  { run_id, customer_id }: { run_id: number; customer_id: number },
): Promise<DebitToStart[]> {
  await tx`
    select from bills where customer_id = ${customer_id} and bill_id in (
      select bill_id from debits where run_id = ${run_id} and state in ('planned', 'notified'))
    order by bill_id for update`
  return tx<DebitToStart[]>`
    select d.debit_id, d.bill_id, b.number as bill_number, d.subject_id, s.email, d.mandate_id, d.state,
      (d.notified_at at time zone 'Europe/Rome')::date as notified_on,
      d.amount, d.sequence, d.end_to_end_id, m.state as mandate_state, m.creditor_id, m.umr, m.signed_on, m.debtor_name,
      m.debtor_iban, m.presented_umr, m.presented_iban, coalesce(i.parts, '[]') as parts, coalesce(i.held, false) as held
    from debits d
    join bills b on b.customer_id = d.customer_id and b.bill_id = d.bill_id
    join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id
    join mandates m on m.customer_id = d.customer_id and m.mandate_id = d.mandate_id
    left join lateral (
      select bool_or(i.pending > 0) as held,
        json_agg(json_build_object('bill_id', i.bill_id, 'instalment_id', i.instalment_id, 'amount', i.amount - i.settled)
          order by i.due_date, i.position) filter (where i.amount > i.settled) as parts
      from bill_instalments i
      where i.customer_id = d.customer_id and i.bill_id = d.bill_id and i.instalment_id = any (d.instalment_ids)) i on true
    where d.customer_id = ${customer_id} and d.run_id = ${run_id} and d.state in ('planned', 'notified')
    order by d.debit_id for update of d`
}

/** Why the debit is cancelled instead of presented, as a sentence; null if it is presented. */
export function whyNotStart(
  debit: DebitToStart,
  run: { collect_on: Day; creditor_id: string },
): string | null {
  if (debit.state === 'planned' || debit.notified_on === null) return 'Il preavviso non è partito.'
  if (!noticeInTime(debit.notified_on, run.collect_on)) return 'Il preavviso è partito tardi.'
  if (debit.mandate_state !== 'active') return 'Il mandato non si può più usare.'
  if (debit.creditor_id !== run.creditor_id) return 'Il mandato nomina un altro identificativo del creditore.'
  if (debit.held) return 'Un altro pagamento è in corso.'
  const due = debit.parts.reduce((sum, { amount }) => sum + amount, 0)
  if (due === 0) return 'Queste rate non sono più dovute.'
  if (due !== debit.amount) return 'L’importo dovuto è cambiato dopo il preavviso: fai un nuovo addebito.'
  return null
}
