import { alertToast } from '../../ui/feedback/toast.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Mandates.module.css'
import type { MandateDetail } from './mandate-query.ts'
import { ScanUpload } from './ScanUpload.tsx'

/** Uploads the scan of a mandate that was recorded before, or another one in its place. */
export default function ScanDialog({ mandate, onClose }: { mandate: MandateDetail; onClose: () => void }) {
  return (
    <Dialog opened title="Carica la scansione del mandato" onClose={onClose}>
      <p className={styles.why}>
        {mandate.state === 'draft'
          ? 'Con il foglio firmato da chi paga il mandato diventa attivo.'
          : 'La nuova scansione prende il posto di quella di prima.'}
      </p>
      <ScanUpload
        mandate_id={mandate.mandate_id}
        onDone={({ state, subject_nominative }) => {
          const active = state === 'active' ? 'il mandato è attivo' : 'scansione caricata'
          alertToast(`${subject_nominative}: ${active}.`, 'success')
          onClose()
        }}
      />
    </Dialog>
  )
}
