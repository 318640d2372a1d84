import { Button, TextInput } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { formatCountOf, type Selected } from '../../../ui/grid/list.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { Bill } from '../bill-query.ts'
import { billWords } from '../bill-words.ts'
import { cancelMany } from './bill-run-acts.ts'
import { runQuery, runTitle } from './bill-run-query.ts'
import { CancelRun, StopRun } from './CancelRun.tsx'

/**
 * Cancels a selection, also one over many pages: their number must be typed, because it cannot be undone. A job on the
 * server does it; the dialog shows progress and, at the end, which bills were skipped and why. If closed before, the
 * run is shown above the list.
 */
export function CancelManyDialog({ selected, onClose }: { selected: Selected<Bill>; onClose: () => void }) {
  const [run_id, setRun] = useState<number | null>(null)
  if (run_id === null) return <Confirm selected={selected} onClose={onClose} onBegun={setRun} />
  return (
    <Followed
      id={run_id}
      onClose={() => {
        onClose()
        selected.clear()
      }}
    />
  )
}

function Confirm({
  selected,
  onClose,
  onBegun,
}: {
  selected: Selected<Bill>
  onClose: () => void
  onBegun: (run_id: number) => void
}) {
  const [typed, setTyped] = useState('')
  const [beginning, setBeginning] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { count, cents } = selected
  const many = formatCountOf(count, billWords)
  const begin = async () => {
    setBeginning(true)
    setFailure(null)
    try {
      onBegun((await cancelMany(selected)).run_id)
    } catch (error) {
      setFailure(error)
      setBeginning(false)
    }
  }
  return (
    <Dialog
      opened
      title={`Annulla ${many}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button
            color="mattone"
            disabled={typed.trim() !== String(count)}
            loading={beginning}
            onClick={() => void begin()}
          >
            Annulla {many}
          </Button>
        </>
      }
    >
      In tutto {formatEuro(cents)}: nessuno li dovrà più e i link smetteranno di funzionare. Numeri e storia
      restano; quelle già pagate o con un pagamento in corso restano come sono. Non si può tornare indietro.
      <TextInput
        mt="md"
        label={`Per confermare scrivi ${count}`}
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormFailure failure={failure} />
    </Dialog>
  )
}

function Followed({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: run, ...query } = useQuery(runQuery(id))
  if (!run)
    return (
      <Dialog
        opened
        title="Annullamento avviato"
        onClose={onClose}
        actions={<Button onClick={onClose}>Chiudi</Button>}
      >
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare a che punto è"
            onRetry={() => void query.refetch()}
          />
        )}
      </Dialog>
    )
  return (
    <Dialog
      opened
      title={runTitle(run)}
      onClose={onClose}
      actions={
        <>
          <StopRun run={run} />
          <Button onClick={onClose}>Chiudi</Button>
        </>
      }
    >
      <CancelRun run={run} />
    </Dialog>
  )
}
