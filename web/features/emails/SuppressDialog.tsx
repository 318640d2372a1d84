import { Button } from '@mantine/core'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'

/** Stops mails of offices to an address, for a reason. */
export default function SuppressDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { address: '', reason: '' },
    checks: {
      address: check.required('Scrivi l’indirizzo.'),
      reason: check.required('Scrivi perché.'),
    },
    submit: async (body) => {
      const { address } = await api('PUT /v1/suppressed-addresses', { body })
      onClose()
      alertToast(`A ${address} non si scrive più.`, 'success')
      await queries.invalidateQueries({ queryKey: ['suppressed-addresses'] })
    },
  })
  return (
    <Dialog opened title="Sopprimi un indirizzo" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Bollette, ricevute e solleciti non ci vanno più. Codici, inviti e avvisi di sicurezza sì.
        </p>
        <TextField {...form.field('address')} label="Indirizzo e-mail" autoFocus />
        <LongTextField {...form.field('reason')} label="Motivo" maxLength={300} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Sopprimi l’indirizzo
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
