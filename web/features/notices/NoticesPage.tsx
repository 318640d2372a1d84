import { Undo } from 'iconoir-react'
import { Suspense, useMemo, useState } from 'react'
import { usePermission } from '../../session/permissions/permission.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { BulkAction } from '../../ui/grid/list.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { FlowViews } from '../flows/FlowViews.tsx'
import { NewNotices, NewNoticesButton } from './NewNotices.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import type { Notice } from './notice-query.ts'
import { isRecallable } from './notice-words.ts'
import { noticesList } from './notices-list.tsx'

const RecallDialog = lazyWithRetry(() => import('./RecallDialog.tsx'))

/** All notices (MAV, RiBa): what may still be paid at the bank, what was, and what must be recalled. */
export function NoticesPage() {
  const may = usePermission('payments:write')
  const [recalling, setRecalling] = useState<Recalling | null>(null)
  const bulkActions = useMemo<BulkAction<Notice>[]>(() => (may ? [recallAction(setRecalling)] : []), [may])
  return (
    <>
      <title>Avvisi MAV e RiBa · Saldo</title>
      <DataGrid
        list={noticesList}
        title="Flussi contabili"
        printed="Avvisi MAV e RiBa"
        help="mav"
        views={<FlowViews view="notices" />}
        start={<NewNotices />}
        empty={
          <EmptyState title="Nessun avviso" action={<NewNoticesButton />}>
            Un MAV si paga in qualsiasi banca; una RiBa la incassa la banca di chi paga. Scegli le bollette,
            scarichi il file per la banca del condominio, e quando carichi gli esiti le bollette pagate si
            chiudono da sole.
          </EmptyState>
        }
        bulkActions={bulkActions}
        detail={({ id, row, steps }) => <NoticePanel id={Number(id)} row={row} steps={steps} />}
      />
      <Suspense>{recalling && <RecallDialog {...recalling} onClose={() => setRecalling(null)} />}</Suspense>
    </>
  )
}

type Recalling = { notice_ids: number[]; cents: number }

/** So many notices one file takes. */
const mostNotices = 2000

const recallAction = (open: (recalling: Recalling) => void): BulkAction<Notice> => ({
  id: 'recall',
  label: 'Richiama',
  icon: Undo,
  // Of rows that are not loaded the server says which cannot be recalled, and recalls none.
  offered: ({ count, loaded }) => count <= mostNotices && loaded.every(isRecallable),
  run: async ({ cents, ids }) => open({ cents, notice_ids: (await ids()).map(Number) }),
})
