import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { queries } from '../../../session/queries.ts'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { LoadedRecord } from '../../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { savedQueryQuery } from '../queries-query.ts'
import { versionStates } from '../query-words.ts'
import { DecideVersion } from './DecideVersion.tsx'
import styles from './Edit.module.css'
import { QueryEditor } from './QueryEditor.tsx'
import { QueryVersions } from './QueryVersions.tsx'

/** A query for its authors: what is decided about its newest version, its text, its history. */
export function EditQueryPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const query = useQuery(savedQueryQuery(id))
  return (
    <LoadedRecord
      query={query}
      list={
        <Link {...paths.queryAdmin()} className={links.link}>
          Interrogazioni salvate
        </Link>
      }
      the="l’interrogazione"
      missing="Questa interrogazione non c’è"
      name={query.data?.name ?? 'Interrogazione'}
      tabTitle={query.data?.name ?? 'Interrogazione'}
    >
      {(found) => (
        <>
          <PageTitle title={found.name} />
          <div className={`${styles.acts} ${styles.under}`}>
            <StateLabel state={versionStates[found.newest_state]} tinted />
            <DecideVersion query={found} />
          </div>
          {found.archived_at !== null ? (
            <p>Questa interrogazione è archiviata: non si esegue e non si cambia.</p>
          ) : found.is_author ? (
            <QueryEditor
              key={found.newest}
              of={found}
              onSaved={(saved) => {
                queries.setQueryData(savedQueryQuery(id).queryKey, saved)
                void queries.invalidateQueries({ queryKey: ['queries'] })
                alertToast(
                  saved.newest === found.newest
                    ? 'Salvata. Non serve un’altra approvazione: nessuna nuova versione.'
                    : `Versione ${saved.newest} salvata in bozza.`,
                  'success',
                )
              }}
              onCancel={() => void navigate(paths.queryAdmin())}
            />
          ) : (
            <p>Le interrogazioni le scrive chi è fra gli autori.</p>
          )}
          <QueryVersions query={found} />
        </>
      )}
    </LoadedRecord>
  )
}
