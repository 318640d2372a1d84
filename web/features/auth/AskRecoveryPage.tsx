import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import links from '../../ui/layout/Links.module.css'
import { HumanCheck } from './HumanCheck.tsx'
import styles from './LoginPage.module.css'
import { OutboxHint } from './OutboxHint.tsx'
import { useHumanCheck } from './useHumanCheck.ts'

/** `/auth/recovery`: requests a recovery link by mail. The reply is the same whether or not the user exists. */
export default function AskRecoveryPage() {
  const human = useHumanCheck()
  const [asked, setAsked] = useState<string | null>(null)
  const form = useForm({
    initial: { username: '' },
    checks: { username: required('Scrivi il nome utente.') },
    submit: async ({ username }) => {
      const recaptcha_token = (await human.token()) ?? ''
      try {
        await api('POST /v1/users/recovery/password', {
          body: { username: username.trim(), recaptcha_token },
        })
        setAsked(username.trim())
      } finally {
        // A human check is valid for one attempt.
        human.restart()
      }
    },
  })
  return (
    <AuthLayout>
      <title>Password dimenticata · Saldo</title>
      <h1 className={styles.title}>{asked ? 'Guarda la posta' : 'Password dimenticata'}</h1>
      {asked ? (
        <div role="status" className={styles.form}>
          <p className={styles.message}>
            Se <strong>{asked}</strong> è un nome utente di Saldo, all’indirizzo e-mail che conosciamo arriva
            un link per scegliere una nuova password. Vale un’ora.
          </p>
          <p className={styles.message}>
            Non arriva? Guarda nella posta indesiderata, e controlla il nome utente. L’indirizzo non è più il
            tuo? Scrivi a chi ti ha dato l’accesso.
          </p>
          <OutboxHint />
        </div>
      ) : (
        <>
          <p className={styles.lead}>Ti mandiamo un link per sceglierne un’altra.</p>
          <form {...form.form} className={styles.form}>
            <TextField
              label="Nome utente"
              autoComplete="username"
              size="md"
              autoFocus
              {...form.field('username')}
            />
            <HumanCheck state={human.state} onRetry={human.restart} />
            <FormFailure failure={whole(form.failure)} />
            <Button type="submit" fullWidth size="lg" loading={form.busy}>
              Mandami il link
            </Button>
          </form>
        </>
      )}
      <p className={styles.beside}>
        <a className={links.link} href="#/auth/login">
          Torna all’accesso
        </a>
      </p>
    </AuthLayout>
  )
}

/** The human check is not a field, so its error is shown with the failure. */
const whole = (failure: unknown) => failure && { ...failure, fields: null }
