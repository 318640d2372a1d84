import { Button } from '@mantine/core'
import { Plus } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import { BlockedIbanPanel } from './BlockedIbanPanel.tsx'
import { blockedIbansList } from './blocked-ibans-list.tsx'

const BlockIbanDialog = lazyWithRetry(() => import('./BlockIbanDialog.tsx'))

/** The back office's list of the IBANs that must neither receive nor pay. */
export function IbanBlacklistPage() {
  const [blocking, setBlocking] = useState(false)
  useAskedAct('blocca', () => setBlocking(true))
  return (
    <>
      <title>IBAN bloccati · Saldo</title>
      <DataGrid
        list={blockedIbansList}
        title="IBAN bloccati"
        actions={
          <Button
            leftSection={<Icon of={Plus} />}
            aria-keyshortcuts={newKey}
            onClick={() => setBlocking(true)}
          >
            Blocca
          </Button>
        }
        empty={
          <EmptyState title="Nessun IBAN bloccato">
            Un IBAN bloccato non si può dare a nessun condominio, nemmeno con un’importazione.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <BlockedIbanPanel key={id} id={Number(id)} row={row} steps={steps} />}
      />
      {blocking && (
        <Suspense fallback={null}>
          <BlockIbanDialog onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </>
  )
}
