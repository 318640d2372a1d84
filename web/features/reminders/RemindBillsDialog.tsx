import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { RemindPreview } from './RemindPreview.tsx'
import { useReading } from './useReading.ts'

/** Previews the letters to the holders of these bills, at most a thousand, and sends the chosen ones. */
export default function RemindBillsDialog({
  bill_ids,
  onClose,
  onDone,
}: {
  bill_ids: number[]
  onClose: () => void
  onDone?: () => void
}) {
  const { reading, onRead, close } = useReading(onClose)
  return (
    <Dialog
      opened
      title={bill_ids.length === 1 ? 'Sollecita l’intestatario' : 'Sollecita gli intestatari'}
      onClose={close}
      size={820}
    >
      <RemindPreview selection={{ bill_ids }} {...{ reading, onRead, onClose, onDone }} />
    </Dialog>
  )
}
