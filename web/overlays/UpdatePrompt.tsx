import { Banner } from './Banners.tsx'
import { hasUnsavedChanges } from './unsaved-changes.ts'
import { reloadForUpdate } from './version-check.ts'

/** Offers the newer build, now or later. If the page has unsaved changes, it asks to save first and does not reload. */
export function UpdatePrompt({
  built,
  latest,
  wanted,
  onWanted,
  onLater,
}: {
  built: string
  latest: string
  /** The user chose to update while something was unsaved. */
  wanted: boolean
  onWanted: () => void
  onLater: () => void
}) {
  const update = () => (hasUnsavedChanges() ? onWanted() : reloadForUpdate())
  return (
    <Banner
      tone="plain"
      actions={
        <>
          <button type="button" onClick={onLater}>
            Più tardi
          </button>
          <button type="button" onClick={update}>
            Aggiorna ora
          </button>
        </>
      }
    >
      <p>
        <strong>C’è una versione nuova di Saldo.</strong> Usi la {built}, è pronta la {latest}.
      </p>
      {wanted && (
        <p>Hai qualcosa di non salvato in questa pagina: salvalo, poi aggiorna. La versione nuova aspetta.</p>
      )}
    </Banner>
  )
}
