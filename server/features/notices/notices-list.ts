import * as contract from '@saldo/contract/payments/notices'
import { today } from '@saldo/domain/dates'
import {
  type NoticeKind,
  type NoticeState,
  noticeKindLabels,
  noticeStateLabels,
} from '@saldo/domain/payments/notice'
import type { z } from 'zod'
import { containing, type Listing, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseNotices.query>

/** Notices for list, summary and file. */
export const noticesList: Listing<Filters> = {
  select: (tx) => tx`
    n.notice_id, n.kind, n.state, n.account_id, a.name as account_name, n.bill_id, b.number as bill_number, n.subject_id,
    s.nominative as who, n.creditor_number, n.amount, n.due_on, o.paid_on, o.payment_id, n.order_flow_id, n.actor,
    n.created_at`,
  from: (tx) => tx`
    notices n
    join accounts a on a.customer_id = n.customer_id and a.account_id = n.account_id
    join bills b on b.customer_id = n.customer_id and b.bill_id = n.bill_id
    join subjects s on s.customer_id = n.customer_id and s.subject_id = n.subject_id
    left join notice_outcomes o on o.customer_id = n.customer_id and o.notice_id = n.notice_id and o.payment_id is not null`,
  id: (tx) => tx`n.notice_id`,
  id_name: 'notice_id',
  filters: {
    q: (tx, text) => tx`(s.folded like ${containing(text)} or b.folded like ${containing(text)}
      or n.creditor_number = ${text.trim().toUpperCase()})`,
    ids: (tx, ids) => tx`n.notice_id = any(${ids})`,
    state: (tx, states) => tx`n.state = any(${states})`,
    account_id: (tx, id) => tx`n.account_id = ${id}`,
    bill_id: (tx, id) => tx`n.bill_id = ${id}`,
    flow_id: (tx, id) => tx`(n.order_flow_id = ${id} or n.recall_flow_id = ${id} or n.notice_id in (
      select f.notice_id from notice_outcomes f where f.flow_id = ${id}))`,
    due_on_from: (tx, day) => tx`n.due_on >= ${day}`,
    due_on_to: (tx, day) => tx`n.due_on <= ${day}`,
  },
  sorts: {
    created_at: { sql: (tx) => tx`n.created_at`, type: 'timestamptz' },
    due_on: { sql: (tx) => tx`n.due_on`, type: 'date' },
    amount: { sql: (tx) => tx`n.amount`, type: 'bigint' },
  },
  default_sort: '-created_at',
}

export const listNotices = serveList(contract.listNotices, noticesList)

export const summariseNotices = serve(contract.summariseNotices, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    noticesList,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(n.amount), 0)::bigint as amount`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  created_at: {
    header: 'Data',
    kind: 'date',
    value: ({ created_at }) => today(new Date(created_at)),
  },
  kind: { header: 'Avviso', kind: 'text', value: ({ kind }) => noticeKindLabels[kind as NoticeKind] },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => noticeStateLabels[state as NoticeState] },
  account_name: { header: 'Condominio', kind: 'text', width: 30 },
  bill_number: { header: 'Bolletta', kind: 'text' },
  who: { header: 'Condòmino', kind: 'text', width: 30 },
  creditor_number: { header: 'Numero dell’avviso', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  due_on: { header: 'Scadenza', kind: 'date' },
  paid_on: { header: 'Pagato il', kind: 'date' },
  actor: { header: 'Da', kind: 'text' },
}

export const exportNotices = serveAcross(contract.exportNotices, ({ as, services, query }) =>
  exportReply({ as, services, listing: noticesList, query, columns, name: 'avvisi' }),
)
