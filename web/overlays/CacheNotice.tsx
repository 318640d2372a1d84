import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { forgetKept } from '../service-worker/register.ts'
import { FullScreen } from './FullScreen.tsx'
import { hardReload } from './hard-reload.ts'
import { reloadForUpdate } from './version-check.ts'

/**
 * Shown when the browser keeps serving an old build from its cache: explains how to reload past the cache on the user's
 * system.
 */
export function CacheNotice({
  built,
  latest,
  onGoOn,
}: {
  built: string
  latest: string
  /** Undefined when the server no longer accepts this build. */
  onGoOn?: () => void
}) {
  const { system, keys, steps } = hardReload(
    navigator.platform,
    navigator.userAgent,
    navigator.maxTouchPoints,
  )
  const [busy, setBusy] = useState(false)
  const clean = async () => {
    setBusy(true)
    await forgetKept().catch(() => undefined)
    reloadForUpdate()
  }
  return (
    <FullScreen
      title="Versione non aggiornata, pulire la cache del browser"
      actions={
        <>
          {onGoOn && (
            <Button variant="default" onClick={onGoOn}>
              Continua con questa
            </Button>
          )}
          <Button loading={busy} onClick={clean}>
            Pulisci e ricarica
          </Button>
        </>
      }
    >
      <p>
        Il browser ti mostra ancora la {built}
        {latest !== built && `, ma è pronta la ${latest}`}.{' '}
        {onGoOn ? 'Puoi aggiornarla così:' : 'Questa non può più salvare i dati: aggiornala così.'}
      </p>
      <p>
        <strong>{system}</strong>
      </p>
      {keys.length > 0 && (
        <ul>
          {keys.map((together) => (
            <li key={together.join()}>
              {together.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && ' + '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </li>
          ))}
        </ul>
      )}
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </FullScreen>
  )
}
