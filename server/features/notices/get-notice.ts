import * as contract from '@saldo/contract/payments/notices'
import { type NoticeState, noticeOutcome } from '@saldo/domain/payments/notice'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { noticesList } from './notices-list.ts'

type Files = Pick<contract.NoticeDetail, 'order' | 'recall'>
type Outcome = Omit<contract.NoticeDetail['outcomes'][number], 'state'>

/** A notice with its files. Of a file with other condominiums, that the caller does not see, only the id is known. */
export const getNotice = serve(contract.getNotice, async ({ tx, params: { id } }) => {
  const [notice] = await tx<contract.Notice[]>`
    select ${noticesList.select(tx)} from ${noticesList.from(tx)} where n.notice_id = ${id}`
  if (!notice) throw notFound('L’avviso')
  return { ...notice, ...(await filesOf(tx, id)), outcomes: await outcomesOf(tx, id) }
})

async function filesOf(tx: Tx, notice_id: number): Promise<Files> {
  const [files] = await tx<Files[]>`
    select
      case when n.order_flow_id is not null then jsonb_build_object('flow_id', n.order_flow_id,
        'file_name', o.file_name, 'created_at', coalesce(o.created_at, n.created_at)) end as order,
      case when n.recall_flow_id is not null then jsonb_build_object('flow_id', n.recall_flow_id,
        'file_name', r.file_name, 'created_at', coalesce(r.created_at, n.updated_at)) end as recall
    from notices n
    left join flows o on o.customer_id = n.customer_id and o.flow_id = n.order_flow_id
    left join flows r on r.customer_id = n.customer_id and r.flow_id = n.recall_flow_id
    where n.notice_id = ${notice_id}`
  return files as Files
}

async function outcomesOf(tx: Tx, notice_id: number): Promise<contract.NoticeDetail['outcomes']> {
  const rows = await tx<Outcome[]>`
    select o.flow_id, f.file_name, o.created_at, o.code, o.amount, o.fees, o.paid_on, o.value_on, o.bank_number
    from notice_outcomes o
    join notices n on n.customer_id = o.customer_id and n.notice_id = o.notice_id
    left join flows f on f.customer_id = o.customer_id and f.flow_id = o.flow_id
    where n.notice_id = ${notice_id}
    order by o.outcome_id`
  return rows.map((row) => ({ ...row, state: noticeOutcome(row.code) as NoticeState }))
}
