import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './Files.module.css'
import { fileContentQuery, filePreviewQuery, type FilePreview as Preview } from './file-query.ts'

const PdfPages = lazyWithRetry(() => import('./PdfPages.tsx'))

/** What can be shown of a file. Nothing in it runs: pages are drawn, pictures are pictures, and all else is text. */
export function FilePreview({ file_id, name }: { file_id: number; name: string }) {
  const [sheet, setSheet] = useState(0)
  const { data: shown, ...query } = useQuery(filePreviewQuery(file_id, sheet))
  return (
    <>
      {query.isPending && (
        <Loading what="l’anteprima">
          <TextSkeleton lines={10} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’anteprima"
          onRetry={() => void query.refetch()}
        />
      )}
      {shown && <Shown shown={shown} file_id={file_id} name={name} onSheet={setSheet} />}
    </>
  )
}

type ShownProps = { shown: Preview; file_id: number; name: string; onSheet: (sheet: number) => void }

function Shown({ shown, file_id, name, onSheet }: ShownProps) {
  switch (shown.shows) {
    case 'nothing':
      return <EmptyState title="Nessuna anteprima">{shown.why}</EmptyState>
    case 'text':
      return (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
          <section className={styles.read} tabIndex={0} aria-label={`Testo di ${name}`}>
            <pre className={styles.text}>{shown.text}</pre>
          </section>
          {shown.more && (
            <p className={styles.note}>Sono i primi 100 kB: il resto si legge scaricando il file.</p>
          )}
        </>
      )
    case 'table':
      return <SheetRows shown={shown} name={name} onSheet={onSheet} />
    default:
      return <Drawn shown={shown} file_id={file_id} name={name} />
  }
}

function SheetRows({
  shown,
  name,
  onSheet,
}: {
  shown: Preview & { shows: 'table' }
  name: string
  onSheet: (sheet: number) => void
}) {
  return (
    <>
      {shown.sheets.length > 1 && (
        <div className={styles.sheets}>
          {shown.sheets.map((sheet, at) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: sheets never move
              key={at}
              size="compact-sm"
              variant={at === shown.sheet ? 'filled' : 'default'}
              aria-pressed={at === shown.sheet}
              onClick={() => onSheet(at)}
            >
              {sheet}
            </Button>
          ))}
        </div>
      )}
      {shown.rows.length === 0 ? (
        <p className={styles.note}>Il foglio è vuoto.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <section className={styles.table} tabIndex={0} aria-label={`Righe di ${name}`}>
          <table>
            <tbody>
              {shown.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows and cells never move
                <tr key={at}>
                  {row.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows and cells never move
                    <td key={column}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown.more && (
        <p className={styles.note}>
          Sono le prime 200 righe e 50 colonne. Le formule mostrano il risultato salvato.
        </p>
      )}
    </>
  )
}

function Drawn({
  shown,
  file_id,
  name,
}: {
  shown: Preview & { shows: 'pages' | 'picture' }
  file_id: number
  name: string
}) {
  const { data, error, refetch } = useQuery(fileContentQuery(file_id))
  if (error)
    return (
      <QueryError error={error} what="Non riesco a mostrare l’anteprima" onRetry={() => void refetch()} />
    )
  if (!data) return <TextSkeleton lines={10} />
  if (shown.shows === 'picture') return <Picture bytes={data} mime={shown.mime} name={name} />
  return (
    <>
      {shown.notes.length > 0 && (
        <p className={styles.note}>{shown.notes.join('. ')}. Qui non si esegue niente.</p>
      )}
      <Suspense fallback={<TextSkeleton lines={10} />}>
        <PdfPages bytes={data} name={name} />
      </Suspense>
    </>
  )
}

/** Of the type that the server found, whatever the file calls itself. */
function Picture({ bytes, mime, name }: { bytes: ArrayBuffer; mime: string; name: string }) {
  const [address, setAddress] = useState<string>()
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mime }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, mime])
  if (broken) return <EmptyState title="Nessuna anteprima">L’immagine è danneggiata.</EmptyState>
  return address ? (
    <img className={styles.picture} src={address} alt={name} onError={() => setBroken(true)} />
  ) : null
}
