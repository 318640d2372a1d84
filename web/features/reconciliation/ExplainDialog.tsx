import { Button, Textarea } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useState } from 'react'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { explainItem } from './reconciliation-acts.ts'
import type { Item } from './reconciliation-query.ts'

/** Asks for the explanation, which is stored with author and date. */
export function ExplainDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const explain = async () => {
    if (reason.trim() === '') return setMissing(true)
    setBusy(true)
    const done = await explainItem(item, reason)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      opened
      title={`Perché ${formatEuro(item.difference)} di differenza?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button loading={busy} onClick={() => void explain()}>
            Segna come spiegata
          </Button>
        </>
      }
    >
      <Textarea
        label="Spiegazione"
        description="Resta con il tuo nome e la data; la puoi annullare."
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        value={reason}
        error={missing && reason.trim() === '' ? <FieldError>Scrivi la spiegazione.</FieldError> : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  )
}
