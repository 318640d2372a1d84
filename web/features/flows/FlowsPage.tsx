import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Calculator, Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { FlowPanel } from './FlowPanel.tsx'
import { FlowViews } from './FlowViews.tsx'
import { flowsList } from './flows-list.tsx'

/** All files exchanged with banks and with the accounting program: loaded here or made here. */
export function FlowsPage() {
  const upload = (
    <IfPermitted permission="payments:write">
      <Button
        leftSection={<Icon of={Upload} />}
        aria-keyshortcuts={newKey}
        renderRoot={(props) => <Link {...paths.uploadFlow()} {...props} />}
      >
        Carica un file
      </Button>
    </IfPermitted>
  )
  return (
    <>
      <title>Flussi contabili · Saldo</title>
      <DataGrid
        list={flowsList}
        title="Flussi contabili"
        views={<FlowViews view="flows" />}
        start={
          <>
            <Button
              variant="default"
              leftSection={<Icon of={Calculator} />}
              renderRoot={(props) => <Link {...paths.receipts()} {...props} />}
            >
              Incassi per la contabilità
            </Button>
            {upload}
          </>
        }
        empty={
          <EmptyState title="Nessun flusso ancora" action={upload}>
            Qui trovi ogni file scambiato con le banche: gli estratti conto e gli esiti che carichi, gli
            incassi che prepari. Di ognuno resta chi l’ha caricato o creato e quando, e lo puoi scaricare di
            nuovo.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <FlowPanel id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
