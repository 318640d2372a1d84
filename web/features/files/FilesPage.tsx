import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { FilePanel } from './FilePanel.tsx'
import { FileViews } from './FileViews.tsx'
import { filesList } from './files-list.tsx'

/** `/admin-management/file`: every file in the store, with one beside the list. */
export function FilesPage() {
  return (
    <>
      <title>File · Saldo</title>
      <DataGrid
        list={filesList}
        title="File"
        views={<FileViews shown="list" />}
        empty={
          <EmptyState title="Nessun file">
            Qui arrivano documenti, file delle banche, fogli importati e ZIP, di tutti i clienti.
          </EmptyState>
        }
        detail={({ id, steps }) => <FilePanel key={id} id={Number(id)} steps={steps} />}
      />
    </>
  )
}
