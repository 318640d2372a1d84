import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { undoImport } from './import-acts.ts'
import type { Import } from './import-kinds.ts'

/** Undoes the last import of condominiums, after a confirmation. */
export function UndoImport({ found }: { found: Import }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Annulla l’importazione
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Annulla l’importazione"
        action="Annulla l’importazione"
        cancel="Lascia com’è"
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await undoImport(found)
          setAsking(false)
        }}
      >
        Tolgo unità, persone, millesimi e saldi che questo foglio ha portato, e rimetto com’era quello che ha
        cambiato.
      </ConfirmDialog>
    </>
  )
}
