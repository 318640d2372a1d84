import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { NoPermission } from './ErrorState.tsx'
import { QueryError } from './QueryError.tsx'

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : null

/** Why a record cannot be shown: no permission, not found (`missing` is the title, `back` leads away), or a failure. */
export function RecordError({
  error,
  missing,
  what,
  back,
  onRetry,
}: {
  error: unknown
  /** “Questo condominio non c’è” */
  missing: string
  what: string
  back?: ReactNode
  onRetry: () => void
}) {
  const status = statusOf(error)
  if (status === 403) return <NoPermission />
  if (status === 404 || status === 400) {
    return (
      <EmptyState title={missing} action={back}>
        Forse non esiste più, o l’indirizzo è sbagliato.
      </EmptyState>
    )
  }
  return <QueryError error={error} what={what} onRetry={onRetry} />
}
