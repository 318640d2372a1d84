import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import links from '../../../ui/layout/Links.module.css'
import { myPaymentsList, nextOf } from './my-payments-list.tsx'

/** A resident's payments, each with its receipt, or with the bill to try again. */
export function MyPaymentsPage() {
  return (
    <>
      <title>I tuoi pagamenti · Saldo</title>
      <DataGrid
        list={myPaymentsList}
        title="I tuoi pagamenti"
        above={
          <Link {...paths.dashboard()} className={links.link}>
            Le mie bollette
          </Link>
        }
        onOpen={(payment) => {
          location.hash = nextOf(payment).href
        }}
        empty={
          <EmptyState title="Nessun pagamento">Quando paghi una bolletta, qui trovi la ricevuta.</EmptyState>
        }
      />
    </>
  )
}
