import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { login } from '../../session/session.ts'
import { required } from '../../ui/form/checks.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { PasswordField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { HumanCheck } from './HumanCheck.tsx'
import styles from './LoginPage.module.css'
import { useHumanCheck } from './useHumanCheck.ts'

/** Sign in. The human check runs by itself while one types. */
export function LoginPage() {
  const human = useHumanCheck()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    initial: { username: '', password: '' },
    checks: { username: required('Scrivi il nome utente.'), password: required('Scrivi la password.') },
    submit: async ({ username, password }) => {
      setRefused(null)
      try {
        await login(username.trim(), password, await human.token())
      } catch (error) {
        setRefused(whyRefused(error))
        // A check is good for one attempt.
        human.restart()
      }
    },
  })

  return (
    <AuthLayout>
      <title>Accedi · Saldo</title>
      <h1 className={styles.title}>Accedi</h1>
      <p className={styles.lead}>Per amministratori, negozi e condòmini registrati.</p>
      <form {...form.form} className={styles.form}>
        <TextField
          label="Nome utente"
          autoComplete="username"
          size="md"
          autoFocus
          {...form.field('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          size="md"
          {...form.field('password')}
        />
        <HumanCheck state={human.state} onRetry={human.restart} />
        <div role="alert" className={styles.refused}>
          {refused && <FieldError>{refused}</FieldError>}
        </div>
        <Button type="submit" fullWidth size="lg" loading={form.busy}>
          Accedi
        </Button>
      </form>
    </AuthLayout>
  )
}

/** The server's description, else the network's, else the default of the specification. */
const whyRefused = (error: unknown) =>
  error instanceof ApiError && error.error_description
    ? error.error_description
    : 'Username o Password errate.'
