import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { QueryAdminViews } from './QueryAdminViews.tsx'
import { QueryPanel } from './QueryPanel.tsx'
import { writtenQueries } from './queries-list.tsx'

/** `/admin-management/query-admin`: queries are written and approved here. */
export function QueryAdminPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Interrogazioni salvate · Saldo</title>
      <DataGrid
        list={writtenQueries}
        title="Interrogazioni salvate"
        views={<QueryAdminViews />}
        actions={
          <Button
            aria-keyshortcuts={newKey}
            leftSection={<Icon of={Plus} />}
            renderRoot={(props) => <Link {...paths.newQuery()} {...props} />}
          >
            Nuova
          </Button>
        }
        empty={
          <EmptyState title="Nessuna interrogazione">
            Scrivi la prima con «Nuova»: un altro autore la approva, poi si esegue da «Interrogazioni».
          </EmptyState>
        }
        detail={({ id, row, steps }) => <QueryPanel key={id} id={Number(id)} row={row} steps={steps} edits />}
        onExpand={(id) => void navigate(paths.editQuery(Number(id)))}
      />
    </>
  )
}
