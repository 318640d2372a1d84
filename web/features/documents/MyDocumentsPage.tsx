import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import links from '../../ui/layout/Links.module.css'
import { downloadMine } from './my-document-acts.ts'
import { myDocumentsList } from './my-documents-list.tsx'

/** What the administrators share with a resident; a document opens as a file. */
export function MyDocumentsPage() {
  return (
    <>
      <title>Documenti del condominio · Saldo</title>
      <DataGrid
        list={myDocumentsList}
        title="Documenti del condominio"
        above={
          <Link {...paths.dashboard()} className={links.link}>
            Le mie bollette
          </Link>
        }
        onOpen={(document) => void downloadMine(document)}
        empty={
          <EmptyState title="Nessun documento condiviso">
            Verbali e regolamento li trovi qui quando il tuo amministratore li condivide.
          </EmptyState>
        }
      />
    </>
  )
}
