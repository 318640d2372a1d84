import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { RemindPreview } from './RemindPreview.tsx'

/** Previews which of these bills get a reminder, and sends; at most a thousand. */
export default function RemindBillsDialog({
  bill_ids,
  onClose,
  onDone,
}: {
  bill_ids: number[]
  onClose: () => void
  onDone?: () => void
}) {
  return (
    <Dialog
      opened
      title={bill_ids.length === 1 ? 'Sollecitare la bolletta' : 'Sollecitare le bollette'}
      onClose={onClose}
      size={640}
    >
      <RemindPreview selection={{ bill_ids }} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}
