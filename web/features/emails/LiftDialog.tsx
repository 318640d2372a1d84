import { Button } from '@mantine/core'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import type { SuppressedAddress } from './email-query.ts'

/** Lets mails go to an address again, for a reason. */
export default function LiftDialog({ of, onClose }: { of: SuppressedAddress; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    checks: { reason: check.required('Scrivi perché.') },
    submit: async (body) => {
      await api('POST /v1/suppressed-addresses/{id}/lift', {
        params: { id: of.suppressed_address_id },
        body,
      })
      onClose()
      alertToast(`A ${of.address} si scrive di nuovo.`, 'success')
      await queries.invalidateQueries({ queryKey: ['suppressed-addresses'] })
    },
  })
  return (
    <Dialog opened title={`Riammetti ${of.address}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>Le e-mail che intanto non sono partite non partono più da sole.</p>
        <LongTextField {...form.field('reason')} label="Motivo" maxLength={300} autoFocus />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Riammetti l’indirizzo
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
