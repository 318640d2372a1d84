import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download } from 'iconoir-react'
import { useState } from 'react'
import { api, apiFile, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './Security.module.css'
import { toastFailure } from './second-steps-query.ts'

type DataExport = Reply<'GET /v1/data-exports'>[number]

/** Polling interval in milliseconds, in case no live events arrive. */
const looksEvery = 1500
/** The first part of the key is the noun, for live updates. */
const dataExportsQuery = queryOptions({
  queryKey: ['data-exports'],
  queryFn: ({ signal }) => api('GET /v1/data-exports', { signal }),
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'writing') ? looksEvery : false),
})

/** A resident takes a copy of what Saldo holds about them. It goes on when one leaves the page. */
export function OwnDataExport() {
  const { data: made, ...query } = useQuery(dataExportsQuery)
  const [beginning, setBeginning] = useState(false)
  const begin = async () => {
    setBeginning(true)
    try {
      await api('POST /v1/data-exports')
    } catch (error) {
      toastFailure(error)
    }
    await queries.invalidateQueries({ queryKey: dataExportsQuery.queryKey })
    setBeginning(false)
  }
  const [latest] = made ?? []
  return (
    <Section title="Una copia dei tuoi dati">
      <div className={styles.form}>
        <p className={styles.about}>
          Uno ZIP con quello che Saldo ha di te: i tuoi dati, bollette, pagamenti, ricevute in PDF, metodi
          salvati (solo le ultime cifre), deleghe e messaggi. Si legge con il browser, ed è anche in JSON.
        </p>
        {query.isPending && (
          <Loading what="le copie dei tuoi dati">
            <TextSkeleton lines={1} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le copie dei tuoi dati"
            onRetry={() => void query.refetch()}
          />
        )}
        {latest && <Latest made={latest} />}
        {made && latest?.state !== 'writing' && (
          <div>
            <Button variant="default" loading={beginning} onClick={() => void begin()}>
              {latest ? 'Preparane un’altra' : 'Prepara la copia'}
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}

function Latest({ made }: { made: DataExport }) {
  const { state, progress, created_at, expires_at, can_download } = made
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await download(made)
    setSaving(false)
  }
  if (state === 'writing')
    return (
      <div>
        <Progress label="Preparo la copia" share={progress.total ? progress.done / progress.total : null} />
        <p className={styles.about}>Puoi andare altrove: la ritrovi qui, e ti avviso quando è pronta.</p>
      </div>
    )
  if (state === 'failed')
    return <p className={styles.about}>L’ultima copia non è riuscita, per un problema nostro. Riprova.</p>
  if (!can_download)
    return (
      <p className={styles.about}>La copia del {formatDateTime(created_at)} è stata eliminata dopo 72 ore.</p>
    )
  return (
    <div className={styles.own}>
      <div>
        <Button leftSection={<Icon of={Download} />} loading={saving} onClick={() => void save()}>
          Scarica la copia
        </Button>
      </div>
      <p className={styles.about}>
        Preparata il {formatDateTime(created_at)}: si elimina il {formatDateTime(expires_at)}.
      </p>
    </div>
  )
}

/** The server asks who it is first. */
async function download({ data_export_id }: DataExport): Promise<void> {
  try {
    const { blob, name } = await apiFile('GET /v1/data-exports/{id}/file', { params: { id: data_export_id } })
    saveFile(blob, name)
  } catch (error) {
    if ((error as Error).name !== 'AbortError')
      alertToast(errorSentence(error, 'Non riesco a scaricare la copia. Riprova fra poco.'), 'danger')
  }
}
