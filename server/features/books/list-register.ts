import * as contract from '@saldo/contract/books'
import { ledgerKindLabels } from '@saldo/domain/accounting'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { registerAsked, registerBalances } from './register-list.ts'

export const listRegister = serve(contract.listRegister, async ({ tx, query }) => {
  const { listing } = await registerAsked(tx, query)
  return (await pageOf(tx, listing, query)) as never
})

export const summariseRegister = serve(contract.summariseRegister, async ({ tx, query }) => {
  const { account, listing } = await registerAsked(tx, query)
  const sums = await summaryOf(
    tx,
    listing,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(greatest(r.amount, 0)), 0)::bigint as money_in,
      coalesce(sum(greatest(-r.amount, 0)), 0)::bigint as money_out, (count(*) filter (where r.late))::int as late`,
  )
  return { ...sums, ...(await registerBalances(tx, { ...account, cash: query.cash }, query)) } as never
})

const columns: Record<string, ListColumn> = {
  number: { header: 'Numero', kind: 'number' },
  day: { header: 'Data', kind: 'date' },
  kind: { header: 'Operazione', kind: 'text', value: ({ kind }) => ledgerKindLabels[kind] ?? kind },
  description: { header: 'Descrizione', kind: 'text', width: 44 },
  who: { header: 'Condòmino', kind: 'text' },
  money_in: { header: 'Entrate', kind: 'amount', value: ({ money_in }) => money_in || null },
  money_out: { header: 'Uscite', kind: 'amount', value: ({ money_out }) => money_out || null },
  balance: { header: 'Saldo', kind: 'amount' },
  registered_on: { header: 'Registrata il', kind: 'date' },
  late: { header: 'Oltre i 30 giorni', kind: 'text', value: ({ late }) => (late ? 'sì' : null) },
}

export const exportRegister = serveAcross(contract.exportRegister, async ({ as, services, query }) => {
  const { account, listing } = await as((tx) => registerAsked(tx, query))
  return exportReply({ as, services, listing, query, columns, name: `registro-contabile-${account.name}` })
})
