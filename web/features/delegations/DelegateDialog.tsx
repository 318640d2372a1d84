import { Button, NativeSelect } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useState } from 'react'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { type Delegations, refetchDelegations } from './delegations-query.ts'

export const lastDay = check.day((day) =>
  day && day < today() ? 'Questo giorno è già passato: scegline uno da oggi in poi.' : null,
)

/** The owner invites whoever is to pay. Somebody known to several offices says whose bills are meant. */
export function DelegateDialog({ own, onClose }: { own: Delegations['own']; onClose: () => void }) {
  const [subject_id, setSubject] = useState(own[0]?.subject_id ?? 0)
  const form = useForm({
    initial: { name: '', email: '', expires_on: '' },
    checks: {
      name: check.required('Scrivi come si chiama.'),
      email: check.all(check.required('Scrivi il suo indirizzo e-mail.'), check.email),
      expires_on: lastDay,
    },
    submit: async ({ name, email, expires_on }) => {
      await api('POST /v1/delegations', { body: { subject_id, name, email, expires_on: expires_on || null } })
      onClose()
      alertToast(`Abbiamo scritto a ${email}: il link per accettare vale 72 ore.`, 'success')
      await refetchDelegations()
    },
  })
  return (
    <Dialog opened title="Invita chi paga per te" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p>
          Vedrà e pagherà le tue bollette con i suoi mezzi. Non vedrà i tuoi contatti, i tuoi metodi di
          pagamento e i tuoi documenti. Puoi revocare quando vuoi.
        </p>
        {own.length > 1 && (
          <NativeSelect
            label="Le bollette di"
            value={String(subject_id)}
            onChange={({ currentTarget }) => setSubject(Number(currentTarget.value))}
            data={own.map((each) => ({
              value: String(each.subject_id),
              label: `${each.business_name} (${each.nominative})`,
            }))}
          />
        )}
        <TextField {...form.field('name')} label="Nome e cognome" maxLength={100} autoFocus />
        <TextField {...form.field('email')} label="La sua e-mail" type="email" maxLength={254} />
        <DateField
          {...form.field('expires_on')}
          label="Fino al"
          required={false}
          hint="Se lo lasci vuoto, vale finché non la revochi."
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Invita
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
