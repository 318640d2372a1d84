import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from './LoginPage.module.css'

type State =
  | { at: 'asking' | 'busy' }
  | { at: 'done'; email: string }
  | { at: 'failed'; why: string; over: boolean }

/**
 * `/auth/email/{token}`: confirms a new address. It needs a click on a button, because mail programs open links by
 * themselves.
 */
export default function ConfirmEmailPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: 'asking' })
  const confirm = async () => {
    setState({ at: 'busy' })
    try {
      const { email } = await api('POST /v1/auth/email/{token}', { params: { token } })
      setState({ at: 'done', email })
    } catch (error) {
      setState({ at: 'failed', ...whyNot(error) })
    }
  }
  return (
    <AuthLayout>
      <title>Nuovo indirizzo · Saldo</title>
      {state.at === 'done' ? (
        <div role="status">
          <h1 className={styles.title}>Indirizzo confermato</h1>
          <p className={styles.message}>
            D’ora in poi ti scriviamo a <strong>{state.email}</strong>.
          </p>
        </div>
      ) : state.at === 'failed' ? (
        <div role="alert">
          <h1 className={styles.title}>{state.over ? 'Questo link non vale' : 'Non riesco a continuare'}</h1>
          <p className={styles.message}>{state.why}</p>
        </div>
      ) : (
        <>
          <h1 className={styles.title}>Conferma l’indirizzo</h1>
          <p className={styles.lead}>Saldo ti scriverà all’indirizzo a cui hai ricevuto questo link.</p>
        </>
      )}
      {state.at !== 'done' && !(state.at === 'failed' && state.over) && (
        <Button fullWidth size="lg" loading={state.at === 'busy'} onClick={() => void confirm()}>
          {state.at === 'failed' ? 'Riprova' : 'Conferma'}
        </Button>
      )}
      <p className={styles.beside}>
        <a className={links.link} href="#/auth/login">
          Vai all’accesso
        </a>
      </p>
    </AuthLayout>
  )
}

function whyNot(error: unknown): { why: string; over: boolean } {
  if (!(error instanceof ApiError))
    return { why: 'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.', over: false }
  if (error.status === 400)
    return {
      why: 'Manca un pezzo dell’indirizzo: apri il link dalla mail, per intero.',
      over: true,
    }
  return { why: error.error_description, over: error.status === 410 }
}
