import { Button } from '@mantine/core'
import { billCan, whyNotPay } from '@saldo/domain/bills/bill'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Calculator,
  CalendarRotate,
  Link as LinkIcon,
  MailOut,
  Page,
  Plus,
  Printer,
  Prohibition,
  Upload,
} from 'iconoir-react'
import { Suspense, useMemo, useState } from 'react'
import { paths } from '../../../paths.ts'
import { chooseBills } from '../../../records/choose-bills/choose-action.ts'
import { copyLink } from '../../../records/copy-bill-link.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import type { BulkAction, Selected } from '../../../ui/grid/list.ts'
import { newKey } from '../../../ui/grid/useListKeys.ts'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { DetailPanel, type PanelSteps } from '../../../ui/overlay/DetailPanel.tsx'
import { collectAction, RegisterOfBills } from '../../payments/collect/RegisterCollection.tsx'
import { RemindBills, remindAction } from '../../reminders/RemindBills.tsx'
import { mostNotices, printChosen, sendLinks } from '../bill-acts.ts'
import type { Bill } from '../bill-query.ts'
import { billForAct, whyNoLink } from '../bill-words.ts'
import { BillViews } from './BillViews.tsx'
import { billsList } from './bills-list.tsx'

/** Lazy-loaded: not needed for the first paint. */
const ImportWaiting = lazyWithRetry(() =>
  import('../../imports/ImportWaiting.tsx').then((file) => ({ default: file.ImportWaiting })),
)
const BillPanel = lazyWithRetry(() =>
  import('../BillPanel.tsx').then((file) => ({ default: file.BillPanel })),
)
const CancelRunWaiting = lazyWithRetry(() =>
  import('../cancel/CancelRunWaiting.tsx').then((file) => ({ default: file.CancelRunWaiting })),
)
const CancelManyDialog = lazyWithRetry(() =>
  import('../cancel/CancelManyDialog.tsx').then((file) => ({ default: file.CancelManyDialog })),
)

export function BillsPage() {
  const navigate = useNavigate()
  const may = usePermission('bills:write')
  const mayCollect = usePermission('payments:write')
  const mayDebit = usePermission('debits:write')
  const [collecting, setCollecting] = useState<{ bill_ids: number[]; selected: Selected<Bill> } | null>(null)
  const [reminding, setReminding] = useState<number[] | null>(null)
  const [cancelling, setCancelling] = useState<Selected<Bill> | null>(null)
  const changing = useMemo<BulkAction<Bill>[]>(
    () => [
      {
        id: 'send',
        label: 'Invia link',
        icon: MailOut,
        offered: ({ loaded, count }) =>
          loaded.length < count || loaded.some((bill) => whyNotPay(bill) === null),
        run: ({ count, ids }) => sendLinks(count, ids),
      },
      {
        id: 'copy',
        label: 'Copia link',
        icon: LinkIcon,
        offered: ({ count, loaded: [only] }) => count === 1 && only !== undefined && whyNoLink(only) === null,
        run: ({ loaded }) => loaded[0] && void copyLink(loaded[0].bill_id),
      },
      remindAction(setReminding),
      {
        id: 'cancel',
        label: 'Annulla',
        icon: Prohibition,
        offered: ({ count, loaded }) =>
          loaded.length < count || loaded.some((bill) => billCan.cancel(billForAct(bill))),
        run: setCancelling,
      },
    ],
    [],
  )
  const bulkActions = useMemo<BulkAction<Bill>[]>(
    () => [
      ...(may ? changing : []),
      {
        id: 'print-notices',
        label: 'Stampa avvisi',
        icon: Printer,
        offered: ({ loaded, count }) =>
          count <= mostNotices && (loaded.length < count || loaded.every((bill) => whyNotPay(bill) === null)),
        run: ({ ids }) => void printChosen(ids),
      },
      ...(mayCollect
        ? [
            collectAction<Bill>(
              (selected) =>
                void selected.ids().then((ids) => setCollecting({ selected, bill_ids: ids.map(Number) })),
            ),
            chooseBills<Bill>('notices', { label: 'MAV', icon: Page }, false, (search) =>
              navigate(paths.newNotices(search)),
            ),
          ]
        : []),
      ...(mayDebit
        ? [
            chooseBills<Bill>('debit-run', { label: 'Addebita', icon: CalendarRotate }, true, (search) =>
              navigate(paths.newDebitRun(search)),
            ),
          ]
        : []),
    ],
    [may, mayCollect, mayDebit, changing, navigate],
  )

  return (
    <>
      <title>Bollette · Saldo</title>
      <DataGrid
        list={billsList}
        title="Bollette"
        help="owed"
        views={
          <>
            <Suspense>
              <ImportWaiting kind="bills" />
              <CancelRunWaiting />
            </Suspense>
            <BillViews />
          </>
        }
        actions={
          <IfPermitted permission="bills:write">
            <ResponsiveButton
              variant="default"
              icon={Upload}
              label="Importa"
              renderRoot={(props) => <Link {...paths.importBills()} {...props} />}
            />
            <ResponsiveButton
              variant="default"
              icon={Calculator}
              label="Da preventivo"
              renderRoot={(props) => <Link {...paths.budgets()} {...props} />}
            />
            <ResponsiveButton
              icon={Plus}
              aria-keyshortcuts={newKey}
              label="Nuova"
              renderRoot={(props) => <Link {...paths.newBill()} {...props} />}
            />
          </IfPermitted>
        }
        empty={
          <EmptyState
            title="Nessuna bolletta"
            action={
              <IfPermitted permission="bills:write">
                <Button renderRoot={(props) => <Link {...paths.importBills()} {...props} />}>
                  Importa un foglio di calcolo
                </Button>
              </IfPermitted>
            }
          >
            Importale dal foglio che usi già: condomìni e persone si creano da soli. Oppure scrivine una con
            «Nuova».
          </EmptyState>
        }
        bulkActions={bulkActions}
        detail={({ id, row, steps }) => (
          <Suspense fallback={<BillPanelSkeleton row={row} steps={steps} />}>
            <BillPanel id={Number(id)} row={row} steps={steps} />
          </Suspense>
        )}
        onExpand={(id) => void navigate(paths.billPage(Number(id)))}
      />
      {collecting && (
        <RegisterOfBills
          bill_ids={collecting.bill_ids}
          onClose={() => setCollecting(null)}
          onDone={() => {
            setCollecting(null)
            collecting.selected.clear()
          }}
        />
      )}
      {reminding && <RemindBills bill_ids={reminding} onClose={() => setReminding(null)} />}
      {cancelling && (
        <Suspense>
          <CancelManyDialog selected={cancelling} onClose={() => setCancelling(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Skeleton of the panel, so that the list has its final width at once. */
function BillPanelSkeleton({ row, steps }: { row: Bill | undefined; steps: PanelSteps }) {
  return (
    <DetailPanel number={row?.number ?? ''} title={row?.subject_nominative ?? 'Bolletta'} steps={steps}>
      <Loading what="la bolletta">
        <TextSkeleton lines={8} />
      </Loading>
    </DetailPanel>
  )
}
