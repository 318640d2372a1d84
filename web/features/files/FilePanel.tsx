import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { fileKindNames, removalNames } from '@saldo/domain/files/file-kind'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Eye, Package } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { FileActions } from './FileActions.tsx'
import { type FileDownload, fileQuery, type StoredFileDetail } from './file-query.ts'
import { downloadWords, recordOf, stateOfFile, weightInWords } from './file-words.ts'

/** A file beside the list: what it is, what may be done with it, and who was given it. */
export function FilePanel({ id, steps }: { id: number; steps: PanelSteps }) {
  const { data: file, ...query } = useQuery(fileQuery(id))
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={file?.name ?? 'File'}
      subtitle={file && fileKindNames[file.kind]}
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo file non c’è"
          what="Non riesco a mostrare il file"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il file">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {file && <OneFile file={file} />}
    </DetailPanel>
  )
}

function OneFile({ file }: { file: StoredFileDetail }) {
  const record = file.removed_how === 'record' ? null : recordOf(file)
  return (
    <>
      <StateLabel state={stateOfFile(file)} tinted />
      <Facts
        rows={[
          [
            'Cliente',
            <Link key="customer" {...paths.customerPage(file.customer_id)} className={links.link}>
              {file.customer_name}
            </Link>,
          ],
          [
            'Usato in',
            record && (
              <Link key="record" {...record} className={links.link}>
                Apri dove si usa
              </Link>
            ),
          ],
          ['Dimensione', weightInWords(file.bytes)],
          ['Formato', file.mime],
          ['Conservato dal', formatDateTime(file.stored_at)],
          ['Da', file.stored_by_name ?? 'Sistema'],
          ['Si conserva', keptInWords(file)],
          ['Bloccato per', file.hold_reason],
          ['Etichette', file.tags.join(', ')],
          ['Manca dal', file.missing_since && formatDateTime(file.missing_since)],
          ['Eliminato', file.removed_at && removalInWords(file)],
          ['Motivo', file.removed_reason],
        ]}
      />
      {file.removed_at === null && <FileActions file={file} />}
      <Section title="Chi lo ha aperto" level={3}>
        {file.last_downloads.length === 0 ? (
          <p>Nessuno, finora.</p>
        ) : (
          <Timeline entries={file.last_downloads.map(entryOf)} />
        )}
      </Section>
    </>
  )
}

function keptInWords({ keep_until, own_keep_until, removed_at }: StoredFileDetail) {
  if (removed_at !== null) return null
  if (keep_until === null) return 'Sempre'
  return own_keep_until === null
    ? `Fino al ${formatDate(keep_until)}, per regola`
    : `Fino al ${formatDate(keep_until)}`
}

const removalInWords = ({ removed_at, removed_how, remover }: StoredFileDetail) =>
  [
    removed_how && removalNames[removed_how],
    removed_at && `il ${formatDateTime(removed_at)}`,
    remover && `da ${remover}`,
  ]
    .filter(Boolean)
    .join(' ')

const icons = { download: Download, preview: Eye, handover: Package }
const entryOf = ({ download_id, how, actor, by_super_user, address, reason, at }: FileDownload) => ({
  id: download_id,
  icon: icons[how],
  tone: reason ? ('warning' as const) : ('neutral' as const),
  what: downloadWords[how],
  detail: reason ? `senza controllo antivirus: ${reason}` : undefined,
  at,
  who: [by_super_user ? `${actor} (backoffice)` : actor, address && `da ${address}`]
    .filter(Boolean)
    .join(' '),
})
