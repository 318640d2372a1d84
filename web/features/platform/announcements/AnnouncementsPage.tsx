import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { announcementLevelWords } from '@saldo/domain/platform/periods'
import { Plus } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { errorSentence } from '../../../api-error.ts'
import { Facts } from '../../../ui/data/Facts.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { newKey } from '../../../ui/grid/useListKeys.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import rows from '../../../ui/layout/RowList.module.css'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { DetailPanel, type PanelSteps } from '../../../ui/overlay/DetailPanel.tsx'
import { useAskedAct } from '../../../ui/useAskedAct.ts'
import { PlatformViews } from '../PlatformViews.tsx'
import { announcementStates } from '../period-states.ts'
import { endAnnouncement } from './announcement-acts.ts'
import { type Announcement, announcementsList, audienceOf, officesOf } from './announcements-list.tsx'

const AnnouncementDialog = lazyWithRetry(() => import('./AnnouncementDialog.tsx'))

/** The list of announcements. */
export function AnnouncementsPage() {
  const [writing, setWriting] = useState(false)
  useAskedAct('avviso', () => setWriting(true))
  return (
    <>
      <title>Avvisi · Saldo</title>
      <DataGrid
        list={announcementsList}
        title="Avvisi"
        views={<PlatformViews />}
        actions={
          <Button
            leftSection={<Icon of={Plus} />}
            aria-keyshortcuts={newKey}
            onClick={() => setWriting(true)}
          >
            Nuovo avviso
          </Button>
        }
        empty={
          <EmptyState title="Nessun avviso">
            Un avviso compare in alto nelle pagine di chi scegli, finché non lo chiude o finisce.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <Panel key={id} id={id} row={row} steps={steps} />}
      />
      <Suspense fallback={null}>
        {writing && <AnnouncementDialog onClose={() => setWriting(false)} />}
      </Suspense>
    </>
  )
}

function Panel({ id, row, steps }: { id: string; row: Announcement | undefined; steps: PanelSteps }) {
  return (
    <DetailPanel number={`n. ${id}`} title={row?.title ?? 'Avviso'} steps={steps}>
      {!row && <EmptyState title="Questo avviso non è in questo elenco" />}
      {row && (
        <>
          <StateLabel state={announcementStates[row.state]} tinted />
          <Facts
            rows={[
              ['Testo', row.text],
              ['Tipo', announcementLevelWords[row.level]],
              ['Destinatari', audienceOf(row)],
              ['Studi', officesOf(row)],
              ['Dal', formatDateTime(row.starts_at)],
              ['Al', formatDateTime(row.until)],
              ['Terminato prima', row.ended_at && formatDateTime(row.ended_at)],
              ['Scritto da', row.created_by_name],
              ['Chiuso da', String(row.closings)],
            ]}
          />
          {row.state !== 'over' && <Acts announcement={row} />}
        </>
      )}
    </DetailPanel>
  )
}

function Acts({ announcement }: { announcement: Announcement }) {
  const [asked, ask] = useState<'change' | 'end' | null>(null)
  const end = async () => {
    try {
      await endAnnouncement(announcement)
    } catch (error) {
      alertToast(errorSentence(error), 'danger')
    }
    ask(null)
  }
  return (
    <div className={rows.actions}>
      <Button variant="default" onClick={() => ask('change')}>
        Modifica
      </Button>
      <Button variant="default" onClick={() => ask('end')}>
        Termina ora
      </Button>
      <ConfirmDialog
        opened={asked === 'end'}
        title="Termina l’avviso"
        action="Termina ora"
        cancel="Lascia così"
        onClose={() => ask(null)}
        onConfirm={end}
      >
        Sparisce subito dalle pagine di tutti.
      </ConfirmDialog>
      <Suspense fallback={null}>
        {asked === 'change' && <AnnouncementDialog of={announcement} onClose={() => ask(null)} />}
      </Suspense>
    </div>
  )
}
