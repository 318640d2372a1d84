import { Button } from '@mantine/core'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { IbanField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { type MandateDetail, showMandate } from './mandate-query.ts'

/** The payer's IBAN changed: the mandate goes on with the new one. */
export default function AmendDialog({ mandate, onClose }: { mandate: MandateDetail; onClose: () => void }) {
  const form = useForm({
    initial: { iban: '', debtor_name: mandate.debtor_name ?? '', reason: '' },
    checks: {
      iban: check.all(check.required('Scrivi il nuovo IBAN.'), check.debitIban),
      debtor_name: check.required('Scrivi a chi è intestato il conto.'),
    },
    submit: async (body) => {
      const params = { id: mandate.mandate_id }
      await showMandate(await api('POST /v1/mandates/{id}/amend', { params, body }))
      alertToast(`IBAN di ${mandate.subject_nominative} cambiato.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog opened title="Cambia l’IBAN del mandato" onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Il mandato resta lo stesso, con il suo riferimento. Il prossimo addebito dice alla banca qual era il
          conto di prima{mandate.iban ? ` (${mandate.iban})` : ''}.
        </p>
        <IbanField {...form.field('iban')} label="Nuovo IBAN" autoFocus />
        <TextField
          {...form.field('debtor_name')}
          label="Intestatario del conto"
          autoComplete="off"
          maxLength={70}
        />
        <TextField
          {...form.field('reason')}
          label="Come l’ha comunicato"
          hint="Per esempio: e-mail del 12/11"
          required={false}
          autoComplete="off"
          maxLength={200}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Cambia l’IBAN
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
