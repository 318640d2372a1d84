import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { fileKindNames } from '@saldo/domain/files/file-kind'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { formatCount, formatCountOf } from '../../ui/grid/list.ts'
import page from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import type { FileKindTotal } from './FileRuleDialog.tsx'
import styles from './Files.module.css'
import { FileViews } from './FileViews.tsx'
import { fileKindsQuery, orphanFilesQuery } from './file-query.ts'
import { weightInWords } from './file-words.ts'

const FileRuleDialog = lazyWithRetry(() => import('./FileRuleDialog.tsx'))

/** `/admin-management/file/archivio`: the store as a whole: its kinds with their rules, and files that no record names. */
export function FileStorePage() {
  return (
    <div className={`${page.page} ${styles.page}`}>
      <title>Archivio dei file · Saldo</title>
      <PageTitle title="Archivio dei file" />
      <FileViews shown="store" />
      <div className={page.sections}>
        <Kinds />
        <Orphans />
      </div>
    </div>
  )
}

function Kinds() {
  const { data: kinds, ...query } = useQuery(fileKindsQuery)
  const [ruling, setRuling] = useState<FileKindTotal | null>(null)
  return (
    <Section title="Per tipo">
      {query.isPending && (
        <Loading what="i tipi di file">
          <TextSkeleton lines={7} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a contare i file"
          onRetry={() => void query.refetch()}
        />
      )}
      {kinds && (
        <div className={styles.scroll}>
          <table className={styles.rows}>
            <thead>
              <tr>
                <th scope="col">Tipo</th>
                <th scope="col" className={styles.figure}>
                  File
                </th>
                <th scope="col" className={styles.figure}>
                  Dimensione
                </th>
                <th scope="col">Si conservano</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map((each) => (
                <tr key={each.kind}>
                  <th scope="row">{fileKindNames[each.kind]}</th>
                  <td className={styles.figure}>{formatCount(each.count)}</td>
                  <td className={styles.figure}>{weightInWords(each.bytes)}</td>
                  <td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Durata di ${fileKindNames[each.kind]}: ${daysInWords(each.keep_days)}`}
                      onClick={() => setRuling(each)}
                    >
                      {daysInWords(each.keep_days)}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {ruling && (
        <Suspense fallback={null}>
          <FileRuleDialog of={ruling} onClose={() => setRuling(null)} />
        </Suspense>
      )}
    </Section>
  )
}

const daysInWords = (days: number | null) =>
  days === null ? 'Sempre' : formatCountOf(days, { one: 'giorno', many: 'giorni' })

function Orphans() {
  const { data: found, ...query } = useQuery(orphanFilesQuery)
  return (
    <Section
      title="Orfani"
      action={
        <Button variant="default" onClick={() => void checkNow()}>
          Controlla adesso
        </Button>
      }
    >
      <p className={styles.note}>
        File che stanno sul disco e non sono usati da nessuno. Saldo li conta e non li elimina.{' '}
        {found?.checked_at
          ? `Ultimo controllo: ${formatDateTime(found.checked_at)}, ${formatCountOf(found.on_disk, { one: 'file sul disco', many: 'file sul disco' })}, ${formatCount(found.missing)} mancanti.`
          : 'Il primo controllo è stanotte.'}
      </p>
      {query.isPending && (
        <Loading what="gli orfani">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare gli orfani"
          onRetry={() => void query.refetch()}
        />
      )}
      {found && found.count === 0 && <EmptyState title="Nessun orfano">Ogni file è in uso.</EmptyState>}
      {found && found.count > 0 && (
        <>
          <p>
            {formatCountOf(found.count, { one: 'file', many: 'file' })}, {weightInWords(found.bytes)}
            {found.count > found.items.length && `; qui i ${found.items.length} più grandi`}.
          </p>
          <div className={styles.scroll}>
            <table className={styles.rows}>
              <thead>
                <tr>
                  <th scope="col">Nome nell’archivio</th>
                  <th scope="col" className={styles.figure}>
                    Dimensione
                  </th>
                  <th scope="col">Scritto il</th>
                  <th scope="col">Trovato il</th>
                </tr>
              </thead>
              <tbody>
                {found.items.map(({ path, bytes, written_at, found_at }) => (
                  <tr key={path}>
                    <th scope="row" className={styles.path}>
                      {path}
                    </th>
                    <td className={styles.figure}>{weightInWords(bytes)}</td>
                    <td>{formatDateTime(written_at)}</td>
                    <td>{formatDateTime(found_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Section>
  )
}

async function checkNow(): Promise<void> {
  try {
    await api('POST /v1/files/check')
    alertToast('Il controllo è partito: fra poco ricarica la pagina.', 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco ad avviare il controllo. Riprova fra poco.'), 'danger')
  }
}
