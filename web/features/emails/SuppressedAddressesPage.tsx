import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { Plus, Prohibition, Undo } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { listSource } from '../../session/list-source.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { state } from '../../ui/data/states.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import { EmailViews } from './EmailViews.tsx'
import type { SuppressedAddress } from './email-query.ts'

const SuppressDialog = lazyWithRetry(() => import('./SuppressDialog.tsx'))
const LiftDialog = lazyWithRetry(() => import('./LiftDialog.tsx'))

const causes: Record<SuppressedAddress['cause'], string> = {
  bounce: 'E-mail respinta',
  refused: 'Rifiutata dal server',
  complaint: 'Segnata come indesiderata',
  hand: 'A mano',
}
const suppressed = state('danger', 'Soppresso', Prohibition)
const lifted = state('neutral', 'Riammesso', Undo)
const stateOf = ({ lifted_at }: SuppressedAddress) => (lifted_at ? lifted : suppressed)

const list: ListDefinition<SuppressedAddress> = {
  source: listSource('suppressed-addresses'),
  words: { one: 'indirizzo', many: 'indirizzi', feminine: false },
  columns: [
    { id: 'address', header: 'Indirizzo', width: 200, grow: 2, fixed: true, cell: ({ address }) => address },
    { id: 'cause', header: 'Causa', width: 170, cell: ({ cause }) => causes[cause] },
    {
      id: 'reason',
      header: 'Motivo',
      width: 220,
      grow: 2,
      yields: true,
      cell: ({ reason }) => <Clipped>{reason}</Clipped>,
    },
    {
      id: 'withheld',
      header: 'Non inviate',
      width: 100,
      align: 'right',
      cell: ({ withheld }) => withheld,
    },
    {
      id: 'created_at',
      header: 'Dal',
      width: 140,
      sort: true,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    {
      id: 'lifted_at',
      header: 'Stato',
      width: 110,
      cell: (row) => <StateLabel state={stateOf(row)} />,
      exports: ['lifted_at', 'lifted_by_name', 'lift_reason', 'created_by_name'],
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'active',
      label: 'Stato',
      options: [
        { value: '1', label: 'Soppressi' },
        { value: '0', label: 'Riammessi' },
      ],
    },
    {
      kind: 'enum',
      id: 'cause',
      label: 'Causa',
      options: Object.entries(causes).map(([value, label]) => ({ value, label })),
    },
  ],
  defaultSort: '-created_at',
  rowId: ({ suppressed_address_id }) => String(suppressed_address_id),
  rowName: ({ address, reason }) => `${address}, ${reason}`,
  card: (row) => ({ title: row.address, subtitle: `${causes[row.cause]} · ${stateOf(row).word}` }),
  summary: ({ active = 0 }) => formatCountOf(active, { one: 'soppresso ora', many: 'soppressi ora' }),
  searches: 'Indirizzo, motivo',
}

/** The addresses to which the mails of offices are not sent. */
export function SuppressedAddressesPage() {
  const [adding, setAdding] = useState(false)
  useAskedAct('sopprimi', () => setAdding(true))
  return (
    <>
      <title>Indirizzi soppressi · Saldo</title>
      <DataGrid
        list={list}
        title="Indirizzi soppressi"
        views={<EmailViews current="suppressed" />}
        actions={
          <Button leftSection={<Icon of={Plus} />} aria-keyshortcuts={newKey} onClick={() => setAdding(true)}>
            Sopprimi
          </Button>
        }
        empty={
          <EmptyState title="Nessun indirizzo soppresso">
            Un indirizzo che respinge le e-mail per sempre, o che le segna come indesiderate, finisce qui da
            solo: bollette e solleciti non ci vanno più.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <Panel key={id} id={id} row={row} steps={steps} />}
      />
      <Suspense fallback={null}>{adding && <SuppressDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

function Panel({ id, row, steps }: { id: string; row: SuppressedAddress | undefined; steps: PanelSteps }) {
  const [lifting, setLifting] = useState(false)
  return (
    <DetailPanel number={`n. ${id}`} title={row?.address ?? 'Indirizzo soppresso'} steps={steps}>
      {!row && <EmptyState title="Questo indirizzo non è in questo elenco" />}
      {row && (
        <>
          <Facts
            rows={[
              ['Stato', <StateLabel key="state" state={stateOf(row)} />],
              ['Causa', causes[row.cause]],
              ['Motivo', row.reason],
              ['Da', row.created_by_name ?? 'Saldo'],
              ['Dal', formatDateTime(row.created_at)],
              ['E-mail', row.email_id && `n. ${row.email_id}`],
              ['Non inviate', String(row.withheld)],
              ['Riammesso il', row.lifted_at && formatDateTime(row.lifted_at)],
              ['Riammesso da', row.lifted_by_name],
              ['Perché', row.lift_reason],
            ]}
          />
          {!row.lifted_at && (
            <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setLifting(true)}>
              Riammetti
            </Button>
          )}
          <Suspense fallback={null}>
            {lifting && <LiftDialog of={row} onClose={() => setLifting(false)} />}
          </Suspense>
        </>
      )}
    </DetailPanel>
  )
}
