import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import type { Account } from '../../../records/account-query.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { CheckedIbanField } from '../CheckedFields.tsx'
import { refreshAccounts } from './iban-change-acts.ts'
import { inPath } from './iban-report.ts'

/** Requests a change of IBAN, which takes effect only once confirmed. */
export default function ChangeIbanDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { account_id, name, iban } = account
  const form = useForm({
    initial: { iban: '' },
    checks: { iban: check.all(check.required('Scrivi l’IBAN.'), check.iban) },
    submit: async (values) => {
      await api('PUT /v1/accounts/update-iban/{id}/{iban}', {
        params: { id: account_id, iban: inPath(values.iban) },
      })
      onClose()
      alertToast('Richiesta fatta: ora va confermata.', 'success')
      await refreshAccounts()
    },
  })
  return (
    <Dialog opened title={iban ? 'Cambia l’IBAN' : 'Indica l’IBAN'} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Gli incassi restano dove sono finché il nuovo IBAN non è confermato. Scriviamo subito ai contatti
          del condominio e dello studio e a chi nello studio ha tutti i permessi: se siete in più persone, lo
          conferma un’altra.
        </p>
        <CheckedIbanField
          field={form.field('iban')}
          label="Nuovo IBAN"
          hint="Un conto intestato al condominio"
          account_id={account_id}
          holder={name}
          autoFocus
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Chiedi il cambio
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
