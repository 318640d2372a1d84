import { useEffect } from 'react'
import type { ApiError } from '../../api-error.ts'
import { onMaintenance, readMaintenance } from '../maintenance.ts'
import { Heading, takeStep } from './Heading.tsx'
import { lastAsker } from './last-asker.ts'
import css from './Page.module.css'
import { Page } from './Page.tsx'
import { Title } from './Title.tsx'

/** Shown when a page could not be loaded: the link is invalid, or there was a failure to retry. */
export function LoadFailure({ error, again }: { error: ApiError; again: () => void }) {
  const gone = error.status === 404 || error.status === 410
  useEffect(() => {
    if (error.maintenance) {
      const stop = onMaintenance(() => readMaintenance() === null && again())
      return () => void stop()
    }
    if (error.status !== 0) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [error, again])
  return (
    <Page {...(!gone && withLastAsker())}>
      <Title>{gone ? 'Link non valido · Saldo' : 'Errore · Saldo'}</Title>
      <Heading>
        {error.status === 410
          ? 'Questo link non si apre più'
          : gone
            ? 'Questo link non funziona'
            : 'Non riesco a mostrare la pagina'}
      </Heading>
      <p className={css.after} role="alert">
        {gone
          ? error.status === 410
            ? error.error_description
            : 'È sbagliato, incompleto oppure è stato revocato. Aprilo di nuovo dal messaggio che hai ricevuto o chiedine uno nuovo al tuo amministratore.'
          : error.error_description}
      </p>
      {!gone && (
        <button
          type="button"
          className={css.button}
          onClick={() => {
            takeStep()
            again()
          }}
        >
          Riprova
        </button>
      )}
      {!gone && error.request_id && (
        <p className={css.after}>
          <span className={css.small}>Se chiedi aiuto, indica il codice </span>
          <span className={css.code}>{error.request_id}</span>
        </p>
      )}
    </Page>
  )
}

/** Whoever asked for the money before the failure can be called. */
function withLastAsker() {
  const asker = lastAsker()
  return asker && { asker }
}
