import { WarningTriangle } from 'iconoir-react'
import { Icon } from '../icons/Icon.tsx'
import { isSaidAtFields } from './said-at-fields.ts'

/** Why the last submit failed, beside the button; errors of single fields are at the fields. */
export function FormFailure({ failure }: { failure: unknown }) {
  if (failure === null) return null
  const {
    status,
    fields,
    error_description: said,
  } = failure as {
    status?: number
    fields?: Record<string, string> | null
    error_description?: string
  }
  // A conflict may concern a field that this form does not show: then it is said whole.
  const named = fields && Object.keys(fields).length > 0 && (status !== 409 || isSaidAtFields(failure))
  return (
    <p
      role="alert"
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: 6,
        margin: 0,
        color: 'var(--saldo-danger)',
        fontWeight: 550,
      }}
    >
      <Icon of={WarningTriangle} style={{ flex: 'none' }} />
      {named
        ? 'Non ho salvato: ricontrolla i campi segnalati.'
        : (said ?? 'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.')}
    </p>
  )
}
