import * as contract from '@saldo/contract/payments/debit-runs'
import { maskIban } from '@saldo/domain/iban'
import { returnReason } from '@saldo/domain/sepa/return-reasons'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf } from '../../db/listing.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

type Filters = { run_id: number; state?: readonly contract.RunDebit['state'][] | undefined }

/** The debits of one run, in the order of names. */
const runDebits: Listing<Filters> = {
  select: (tx) => tx`
    d.debit_id, d.bill_id, b.number as bill_number, d.subject_id, s.nominative as subject_nominative, d.mandate_id, m.umr,
    coalesce(d.debtor_iban, m.debtor_iban) as iban, d.sequence, d.end_to_end_id, d.amount, d.state, d.notified_at, d.payment_id,
    d.failure_code, d.state = 'failed' and d.settled_on is not null as came_back, d.cancel_reason,
    (select r.collect_on from debits r where r.retry_of = d.debit_id and r.state in ('planned', 'notified', 'started'))
      as retry_on`,
  from: (tx) => tx`
    debits d
    join bills b on b.customer_id = d.customer_id and b.bill_id = d.bill_id
    join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id
    join mandates m on m.customer_id = d.customer_id and m.mandate_id = d.mandate_id`,
  id: (tx) => tx`d.debit_id`,
  id_name: 'debit_id',
  filters: {
    run_id: (tx, id) => tx`d.run_id = ${id}`,
    state: (tx, states) => tx`d.state = any(${[...states]})`,
  },
  sorts: { subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' } },
  default_sort: 'subject_nominative',
}

export const listRunDebits = serve(contract.listRunDebits, async ({ tx, params, query }) => {
  const [run] = await tx`select from debit_runs where run_id = ${params.id}`
  if (!run) throw notFound('La distinta')
  const { items, next_cursor } = await pageOf(tx, runDebits, { ...query, run_id: params.id })
  return { items: items.map(shown), next_cursor }
})

/** A debit of a run; 404 when it is not visible. */
export async function runDebit(tx: Tx, debit_id: number): Promise<contract.RunDebit> {
  const [row] = await tx`
    select ${runDebits.select(tx)} from ${runDebits.from(tx)} where d.debit_id = ${debit_id}`
  if (!row) throw notFound('L’addebito')
  return shown(row)
}

const shown = (row: Row): contract.RunDebit => ({
  ...(row as contract.RunDebit),
  iban: maskIban(row.iban),
  failure_reason: row.state === 'failed' ? returnReason(row.failure_code).office : null,
})
