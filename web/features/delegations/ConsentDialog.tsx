import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { lastDay } from './DelegateDialog.tsx'

/** The office writes down that a person consents that somebody pays for them, and invites that somebody. */
export function ConsentDialog({
  subject_id,
  done,
  onClose,
}: {
  subject_id: number
  done: () => Promise<void>
  onClose: () => void
}) {
  const form = useForm({
    initial: { name: '', email: '', consent_on: today() as string, consent_note: '', expires_on: '' },
    checks: {
      name: check.required('Scrivi come si chiama.'),
      email: check.all(check.required('Scrivi l’indirizzo e-mail di chi paga.'), check.email),
      consent_on: check.all(
        check.required('Scrivi il giorno.'),
        check.day((day) => (day > today() ? 'È nel futuro: scrivi quando ha dato il consenso.' : null)),
      ),
      consent_note: check.required('Scrivi come ha dato il consenso.'),
      expires_on: lastDay,
    },
    submit: async ({ expires_on, ...typed }) => {
      const { told } = await api('POST /v1/delegations/subjects/{id}', {
        params: { id: subject_id },
        body: { ...typed, expires_on: expires_on || null },
      })
      onClose()
      alertToast(
        told
          ? 'Consenso annotato: abbiamo scritto a tutti e due.'
          : 'Consenso annotato e invito mandato. La persona non ha un’e-mail: avvisala tu.',
        'success',
      )
      await done()
    },
  })
  return (
    <Dialog opened title="Annota un consenso" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p>Chi paga vede le bollette di questa persona e le paga: nient’altro di lei.</p>
        <TextField {...form.field('name')} label="Chi paga" maxLength={100} autoFocus />
        <TextField {...form.field('email')} label="E-mail di chi paga" type="email" maxLength={254} />
        <div className={styles.pair}>
          <DateField {...form.field('consent_on')} label="Consenso dato il" max={today()} />
          <DateField {...form.field('expires_on')} label="Vale fino al" required={false} />
        </div>
        <LongTextField
          {...form.field('consent_note')}
          label="Come ha dato il consenso"
          hint="Per esempio: modulo firmato in studio, telefonata del figlio con la madre."
          maxLength={500}
          rows={3}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Annota e invita
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
