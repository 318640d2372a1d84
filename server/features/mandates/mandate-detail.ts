import * as contract from '@saldo/contract/payments/mandates'
import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { mandateRow, mandatesList } from './mandates-list.ts'

export const getMandate = serve(contract.getMandate, ({ tx, params }) => mandateDetail(tx, params.id))

/** A mandate as its page shows it; 404 when it is not visible. */
export async function mandateDetail(tx: Tx, mandate_id: number): Promise<contract.DebitMandateDetail> {
  const [row] = await tx`
    select ${mandatesList.select(tx)}, m.creditor_id, m.text, m.source_id, m.scan_name,
      case when m.presented_iban <> m.debtor_iban then m.presented_iban end as amended_from
    from ${mandatesList.from(tx)} where m.mandate_id = ${mandate_id}`
  if (!row) throw notFound('Il mandato')
  const [[planned], timeline] = await Promise.all([
    tx`
      select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from debits
      where customer_id = ${row.customer_id} and state in ('planned', 'notified')
        and (mandate_id = ${mandate_id} or source_id = ${row.source_id})`,
    tx`
      select at, kind, text, actor from mandate_events
      where customer_id = ${row.customer_id} and mandate_id = ${mandate_id} order by event_id`,
  ])
  return {
    ...(mandateRow(row) as contract.DebitMandateDetail),
    amended_from: row.amended_from ? maskIban(row.amended_from) : null,
    planned: planned as { count: number; amount: number },
    timeline: [...timeline] as contract.DebitMandateDetail['timeline'],
  }
}

/** A mandate for the bank, locked; 404 when it is not visible. */
export async function lockMandate(tx: Tx, mandate_id: number) {
  const [row] = await tx<
    {
      mandate_id: number
      customer_id: number
      account_id: number
      subject_id: number
      state: contract.DebitMandate['state']
      way: contract.MandateWay
      source_id: number | null
      signing: contract.MandateSigning
      debtor_name: string | null
      debtor_iban: string | null
      scan_path: string | null
    }[]
  >`
    select mandate_id, customer_id, account_id, subject_id, state, source_id, signing, debtor_name, debtor_iban, scan_path,
      case when provider_account = 'bank' then 'bank' else 'provider' end as way
    from mandates where mandate_id = ${mandate_id} and (provider_account = 'bank' or source_id is not null)
    for update`
  if (!row) throw notFound('Il mandato')
  return row
}
