import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api-error.ts'
import { QueryError } from '../../ui/QueryError.tsx'

/** A page whose code or data failed: says so in its place; the rest of the shell goes on. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  // After an update the old files are gone from the server; loading the page anew gets the new ones.
  const retry = error instanceof ApiError ? reset : () => location.reload()
  return (
    <div style={{ padding: 24 }}>
      <QueryError error={error} what="Non riesco a mostrare questa pagina" onRetry={retry} />
    </div>
  )
}
