import { Button } from '@mantine/core'
import { passwordProblem, shortestPassword } from '@saldo/domain/password'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { ApiError, errorSentence } from '../../api-error.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { dropTokens } from '../../session/tokens.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { PasswordField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './LoginPage.module.css'

type State = { user_name: string } | { error: unknown } | null

/** `/auth/recovery/{token}`, `/auth/invito/{token}`: sets a new or first password, if the link is still valid. */
export default function NewPasswordPage({ token, invited }: { token: string; invited: boolean }) {
  const [state, setState] = useState<State>(null)
  const ask = useCallback(() => {
    setState(null)
    api('GET /v1/auth/recovery/{token}', { params: { token } }).then(setState, (error: unknown) =>
      setState({ error }),
    )
  }, [token])
  useEffect(ask, [ask])
  return (
    <AuthLayout>
      <title>{invited ? 'Il tuo accesso · Saldo' : 'Nuova password · Saldo'}</title>
      {state === null && <p role="status">Controllo il link…</p>}
      {state && 'error' in state && <Refused error={state.error} invited={invited} onRetry={ask} />}
      {state && 'user_name' in state && (
        <Choose
          token={token}
          invited={invited}
          user_name={state.user_name}
          onGone={(error) => setState({ error })}
        />
      )}
    </AuthLayout>
  )
}

function Choose({
  token,
  invited,
  user_name,
  onGone,
}: {
  token: string
  invited: boolean
  user_name: string
  onGone: (error: unknown) => void
}) {
  const form = useForm({
    initial: { new_password: '' },
    checks: {
      new_password: (password: string) =>
        required('Scrivi la nuova password.')(password) ?? passwordProblem(password, [user_name]),
    },
    submit: async (body) => {
      try {
        await api('POST /v1/auth/recovery/{token}', { params: { token }, body })
      } catch (error) {
        if (isGone(error)) return onGone(error)
        throw error
      }
      // All sessions of that user have ended, including this browser's.
      dropTokens()
      alertToast(invited ? 'Fatto: ora accedi.' : 'Password cambiata: ora accedi.', 'success')
      location.hash = '/auth/login'
    },
  })
  return (
    <>
      <h1 className={styles.title}>{invited ? 'Scegli la password' : 'Nuova password'}</h1>
      <p className={styles.lead}>
        {invited
          ? `Il tuo nome utente è ${user_name}: con questo e la password accedi.`
          : `Per ${user_name}. Poi tutti i dispositivi, anche questo, devono accedere di nuovo.`}
      </p>
      <form {...form.form} className={styles.form}>
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={user_name} readOnly hidden />
        <PasswordField
          label={invited ? 'Password' : 'Nuova password'}
          hint={`Almeno ${shortestPassword} caratteri: tre o quattro parole vanno bene.`}
          autoComplete="new-password"
          size="md"
          autoFocus
          {...form.field('new_password')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" fullWidth size="lg" loading={form.busy}>
          {invited ? 'Salva la password' : 'Cambia password'}
        </Button>
      </form>
    </>
  )
}

function Refused({ error, invited, onRetry }: { error: unknown; invited: boolean; onRetry: () => void }) {
  const over = isGone(error) || isCut(error)
  return (
    <div role="alert">
      <h1 className={styles.title}>{over ? 'Questo link non vale' : 'Non riesco a continuare'}</h1>
      <p className={styles.message}>{whyNot(error)}</p>
      {invited && over && (
        <p className={styles.message}>
          Se hai già scelto la password, accedi. Se l’invito è scaduto, chiedine un altro a chi te l’ha
          mandato.
        </p>
      )}
      <p className={styles.beside}>
        {over ? (
          <a className={links.link} href={invited ? '#/auth/login' : '#/auth/recovery'}>
            {invited ? 'Vai all’accesso' : 'Chiedi un altro link'}
          </a>
        ) : (
          <Button variant="default" onClick={onRetry}>
            Riprova
          </Button>
        )}
      </p>
    </div>
  )
}

/** Used, expired or replaced. */
const isGone = (error: unknown) => error instanceof ApiError && error.status === 410
/** A token that is in none of our mails. */
const isCut = (error: unknown) => error instanceof ApiError && error.status === 400

function whyNot(error: unknown) {
  if (isCut(error)) return 'Manca un pezzo dell’indirizzo: apri il link dall’e-mail, per intero.'
  return errorSentence(error, 'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.')
}
