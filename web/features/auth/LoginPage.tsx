import { Button } from '@mantine/core'
import type { ProofWanted } from '@saldo/contract/endpoint'
import { Suspense, useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { login } from '../../session/session.ts'
import { required } from '../../ui/form/checks.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { PasswordField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTypedBefore } from '../../ui/form/useTypedBefore.ts'
import links from '../../ui/layout/Links.module.css'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { HumanCheck } from './HumanCheck.tsx'
import styles from './LoginPage.module.css'
import type { FailedSignInLink } from './sign-in-by-link.ts'
import { useHumanCheck } from './useHumanCheck.ts'

const SecondStep = lazyWithRetry(() => import('./SecondStep.tsx'))

/**
 * The sign-in page. The human check runs in the background while the user types. `notEntered`: why a sign-in link
 * failed.
 */
export function LoginPage({ notEntered }: { notEntered?: FailedSignInLink }) {
  const human = useHumanCheck()
  const [owed, setOwed] = useState<ProofWanted | null>(stepOwed(notEntered?.error))
  const [refused, setRefused] = useState(notEntered && !owed ? whyRefused(notEntered.error) : null)
  const form = useForm({
    initial: { username: notEntered?.username ?? '', password: '' },
    checks: { username: required('Scrivi il nome utente.'), password: required('Scrivi la password.') },
    submit: async ({ username, password }) => {
      setRefused(null)
      try {
        await login(username.trim(), password, await human.token())
      } catch (error) {
        const step = stepOwed(error)
        if (step) setOwed(step)
        else setRefused(whyRefused(error))
        // A human check is valid for one attempt.
        human.restart()
      }
    },
  })
  useTypedBefore(form)

  if (owed)
    return (
      <AuthLayout>
        <Suspense>
          <SecondStep
            owed={owed}
            user_name={form.field('username').value}
            onBack={(why) => {
              setOwed(null)
              setRefused(why)
            }}
          />
        </Suspense>
      </AuthLayout>
    )
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
      <p className={styles.beside}>
        <a className={links.link} href="#/auth/recovery">
          Password dimenticata?
        </a>
      </p>
      <p className={styles.next}>
        Sei un condòmino senza accesso?{' '}
        <a className={links.link} href="#/auth/register">
          Registrati
        </a>
      </p>
    </AuthLayout>
  )
}

/** Continues when credentials are right but a second step is required. */
const stepOwed = (error: unknown) =>
  error instanceof ApiError && error.error === 'second_step_required' ? error.proof : null

/** The server's description, else the network's, else the default of the specification. */
const whyRefused = (error: unknown) =>
  error instanceof ApiError && error.error_description
    ? error.error_description
    : 'Username o Password errate.'
