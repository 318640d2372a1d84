import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from './LoginPage.module.css'

type State =
  | { at: 'asking' | 'busy' }
  | { at: 'done'; said: ReactNode }
  | { at: 'failed'; why: string; over: boolean }

/** A page that a mail opens to confirm something. It needs a click, because mail programs open links by themselves. */
export function ConfirmByLink({
  tabTitle,
  title,
  lead,
  doneTitle,
  confirm,
}: {
  tabTitle: string
  title: string
  lead: string
  doneTitle: string
  /** Resolves to what is true from now on; rejects with the server's error. */
  confirm: () => Promise<ReactNode>
}) {
  const [state, setState] = useState<State>({ at: 'asking' })
  const send = async () => {
    setState({ at: 'busy' })
    try {
      setState({ at: 'done', said: await confirm() })
    } catch (error) {
      setState({ at: 'failed', ...whyNot(error) })
    }
  }
  return (
    <AuthLayout>
      <title>{`${tabTitle} · Saldo`}</title>
      {state.at === 'done' ? (
        <div role="status">
          <h1 className={styles.title}>{doneTitle}</h1>
          <p className={styles.message}>{state.said}</p>
        </div>
      ) : state.at === 'failed' ? (
        <div role="alert">
          <h1 className={styles.title}>{state.over ? 'Questo link non vale' : 'Non riesco a continuare'}</h1>
          <p className={styles.message}>{state.why}</p>
        </div>
      ) : (
        <>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </>
      )}
      {state.at !== 'done' && !(state.at === 'failed' && state.over) && (
        <Button fullWidth size="lg" loading={state.at === 'busy'} onClick={() => void send()}>
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
      why: 'Manca un pezzo dell’indirizzo: apri il link dall’e-mail, per intero.',
      over: true,
    }
  return { why: error.error_description, over: error.status === 410 }
}
