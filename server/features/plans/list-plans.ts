import * as contract from '@saldo/contract/plans'
import { formatDateTime } from '@saldo/domain/dates'
import { type PlanState, planStateLabels } from '@saldo/domain/instalment-plan'
import { summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { planDetail } from './plan-detail.ts'
import { plansList } from './plans-list.ts'

export const listPlans = serveList(contract.listPlans, plansList)

export const summarisePlans = serve(contract.summarisePlans, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    plansList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount,
      coalesce(sum(f.residue) filter (where p.state = 'active'), 0)::bigint as residue`,
  )
  return sums as { count: number; amount: number; residue: number }
})

const columns: Record<string, ListColumn> = {
  created_at: { header: 'Proposto il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => planStateLabels[state as PlanState] },
  amount: { header: 'Importo', kind: 'amount' },
  residue: { header: 'Residuo', kind: 'amount' },
  rates_count: { header: 'Rate', kind: 'number' },
  next_due_date: { header: 'Prossima rata', kind: 'date' },
  accepted_at: {
    header: 'Accettato il',
    kind: 'text',
    value: ({ accepted_at }) => (accepted_at ? formatDateTime(accepted_at) : null),
  },
}

export const exportPlans = serveAcross(contract.exportPlans, ({ as, services, query }) =>
  exportReply({ as, services, listing: plansList, query, columns, name: 'piani-di-rientro' }),
)

export const getPlan = serve(contract.getPlan, ({ tx, params }) => planDetail(tx, params.id))
