import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

/** Asks before unsaved input is lost by changing the customer. */
export function LeaveUnsaved({ onGo, onStay }: { onGo: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      opened
      title="Hai modifiche non salvate"
      action="Cambia senza salvare"
      cancel="Resta qui"
      onConfirm={onGo}
      onClose={onStay}
    >
      Se cambi cliente adesso, quello che hai scritto va perso.
    </ConfirmDialog>
  )
}
