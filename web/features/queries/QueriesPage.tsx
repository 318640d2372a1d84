import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import links from '../../ui/layout/Links.module.css'
import { QueryPanel } from './QueryPanel.tsx'
import { runnableQueries } from './queries-list.tsx'

/** `/management/query`: the approved queries, to be run. */
export function QueriesPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Interrogazioni · Saldo</title>
      <DataGrid
        list={runnableQueries}
        title="Interrogazioni"
        empty={
          <EmptyState title="Nessuna interrogazione da eseguire">
            Qui trovi quelle approvate.{' '}
            <Link {...paths.queryAdmin()} className={links.link}>
              Scrivine una
            </Link>
          </EmptyState>
        }
        detail={({ id, row, steps }) => <QueryPanel key={id} id={Number(id)} row={row} steps={steps} />}
        onExpand={(id) => void navigate(paths.query(Number(id)))}
      />
    </>
  )
}
