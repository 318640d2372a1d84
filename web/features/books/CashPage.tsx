import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { cashList } from './cash-list.tsx'

/** Cash of all condominiums, with links to their accounting registers. */
export function CashPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Registro contabile · Saldo</title>
      <DataGrid
        list={cashList}
        title="Registro contabile"
        empty={
          <EmptyState title="Nessun condominio">
            Quando aggiungi un condominio trovi qui il suo registro di contabilità e dove si trova il suo
            denaro.
          </EmptyState>
        }
        onOpen={({ account_id }) => void navigate(paths.register(account_id))}
      />
    </>
  )
}
