import { useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { meQuery, queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import styles from './Settings.module.css'

/** The user's name and e-mail address; a new address is valid once confirmed by mail. */
export function OwnDataSection({ user }: { user: Reply<'GET /v1/users/me'> }) {
  const [waiting, setWaiting] = useState<string | null>(null)
  const form = useForm({
    initial: { nominative: user.nominative, email: user.email ?? '' },
    checks: {
      nominative: check.required('Scrivi nome e cognome.'),
      email: check.all(check.required('Scrivi il tuo indirizzo e-mail.'), check.email),
    },
    submit: async ({ nominative, email }) => {
      const { waiting_email } = await api('PUT /v1/users/me', { body: { nominative, email: email.trim() } })
      setWaiting(waiting_email)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      if (waiting_email === null) alertToast('Dati salvati.', 'success')
    },
  })
  return (
    <RecordForm form={form} save="Salva i tuoi dati" onCancel={() => form.reset()}>
      <FormSection title="I tuoi dati">
        <TextField
          {...form.field('nominative')}
          label="Nome e cognome"
          autoComplete="name"
          maxLength={120}
          {...(user.role === 'consumer' && {
            hint: 'Nel tuo accesso. Sulle bollette vale quello che scrive l’amministratore',
          })}
        />
        <TextField
          {...form.field('email')}
          label="La tua e-mail"
          hint="Qui arriva quello che riguarda il tuo accesso"
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        {waiting && (
          <p role="status" className={styles.waiting}>
            A {waiting} arriva un link: finché non lo apri e confermi, vale l’indirizzo di prima.
          </p>
        )}
      </FormSection>
    </RecordForm>
  )
}
