import { Banner } from './Banners.tsx'
import { clockTime } from './clock-time.ts'
import { checkVersion } from './version-check.ts'

/** Says that there is no connection or no server: since when, how old the data on screen are, and what still works. */
export function OfflineBanner({
  how,
  since,
  dataFrom,
  onRetry,
}: {
  how: 'offline' | 'unreached'
  since: number
  dataFrom: number | null
  onRetry: () => unknown
}) {
  return (
    <Banner
      tone="warning"
      actions={
        <button
          type="button"
          onClick={() => {
            void checkVersion()
            onRetry()
          }}
        >
          Riprova adesso
        </button>
      }
    >
      <p>
        <strong>
          {how === 'offline'
            ? `Sei offline dalle ${clockTime(since)}.`
            : `Saldo non risponde dalle ${clockTime(since)}.`}
        </strong>{' '}
        Puoi leggere quello che è già aperto; per salvare e pagare serve la connessione. Quello che hai
        scritto resta qui.
        {dataFrom !== null &&
          ` I dati sono delle ${clockTime(dataFrom)}: si aggiornano da soli appena torna.`}
      </p>
    </Banner>
  )
}
