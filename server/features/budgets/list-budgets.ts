import * as contract from '@saldo/contract/budgets'
import type { z } from 'zod'
import { summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { budgetsList } from './budgets-list.ts'

export const listBudgets = serveList(contract.listBudgets, budgetsList)

export const summariseBudgets = serve(contract.summariseBudgets, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    budgetsList,
    query,
    (of) => of`count(*) as count, coalesce(sum(g.amount), 0) as amount`,
  )
  return sums as z.input<typeof contract.summariseBudgets.reply>
})

const stateWords: Record<contract.Budget['state'], string> = {
  draft: 'Bozza',
  issuing: 'In emissione',
  issued: 'Emesso',
  cancelled: 'Scartato',
}
const columns: Record<string, ListColumn> = {
  name: { header: 'Preventivo', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  year: { header: 'Anno', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  issue_date: { header: 'Emissione', kind: 'date' },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => stateWords[state as contract.Budget['state']],
  },
}

export const exportBudgets = serveAcross(contract.exportBudgets, ({ as, services, query }) =>
  exportReply({ as, services, listing: budgetsList, query, columns, name: 'preventivi' }),
)
