import { Button } from '@mantine/core'
import { maskIban } from '@saldo/domain/iban'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { IbanField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { useIbanReport } from '../accounts/iban/iban-report.ts'
import { blockingConsequences } from './blocking-consequences.ts'

/** Blocks an IBAN, or changes the reason of a blocked one. */
export default function BlockIbanDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { iban: '', reason: '' },
    checks: {
      iban: check.all(check.required('Scrivi l’IBAN.'), check.iban),
      reason: check.required('Scrivi perché.'),
    },
    submit: async (body) => {
      const { iban } = await api('PUT /v1/iban-blacklist', { body })
      onClose()
      alertToast(`${maskIban(iban)} è bloccato.`, 'success')
      await queries.invalidateQueries({ queryKey: ['iban-blacklist'] })
    },
  })
  const report = useIbanReport(form.values.iban, {})
  return (
    <Dialog opened title="Blocca un IBAN" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Da subito non si può dare a nessun condominio. Chi lo usa già lo tiene finché qualcuno non lo
          cambia.
        </p>
        <IbanField
          {...form.field('iban')}
          label="IBAN"
          hint={(report && blockingConsequences(report)) ?? 'Italiano o estero'}
          autoFocus
        />
        <LongTextField
          {...form.field('reason')}
          label="Motivo"
          hint="Lo legge solo il backoffice"
          maxLength={300}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Blocca l’IBAN
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
