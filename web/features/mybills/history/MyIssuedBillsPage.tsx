import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { billHash } from '../../../public/public-page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import links from '../../../ui/layout/Links.module.css'
import { myIssuedBillsList } from './my-issued-bills-list.tsx'

/** All bills of a resident, paid ones too; each opens on its page. */
export function MyIssuedBillsPage() {
  return (
    <>
      <title>Tutte le bollette · Saldo</title>
      <DataGrid
        list={myIssuedBillsList}
        title="Tutte le bollette"
        above={
          <Link {...paths.dashboard()} className={links.link}>
            Le mie bollette
          </Link>
        }
        onOpen={({ token }) => {
          location.hash = billHash(token)
        }}
        empty={
          <EmptyState title="Nessuna bolletta a tuo nome">
            Quando un condominio ne emette una con il tuo codice fiscale, la trovi qui.
          </EmptyState>
        }
      />
    </>
  )
}
