import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import links from '../../ui/layout/Links.module.css'
import { statementList } from './statement-list.tsx'

/** The movements of one condominium's balance at the provider, with opening and closing balance. */
export function StatementPage() {
  const account_id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const list = useMemo(() => statementList(account_id), [account_id])
  const { data: name } = useQuery({
    queryKey: ['movable-balances', 'name', account_id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/movable-balances', { query: { ids: [account_id], limit: 1 }, signal })).items[0]
        ?.account_name ?? 'Condominio',
  })
  return (
    <>
      <title>{`Estratto del saldo, ${name ?? ''} · Saldo`}</title>
      <DataGrid
        list={list}
        title={`Estratto del saldo${name ? `, ${name}` : ''}`}
        above={
          <Link {...paths.movableBalances()} className={links.link}>
            Saldi presso il provider
          </Link>
        }
        empty={
          <EmptyState title="Nessun movimento">
            Incassi, rimborsi, commissioni e accrediti compaiono qui in ordine di data.
          </EmptyState>
        }
        onOpen={({ payment_id }) => {
          if (payment_id) void navigate(paths.paymentPage(payment_id))
        }}
      />
    </>
  )
}
