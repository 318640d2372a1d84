import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api-error.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { WholePage } from './WholePage.tsx'

/** Replaces a page whose code or data failed; the rest of the shell keeps working. */
export const BrokenPage = (props: ErrorComponentProps) => (
  <div style={{ padding: 24 }}>
    <Broken {...props} />
  </div>
)

/** The error page when the user could not be loaded, so there is no layout. */
export const BrokenWholePage = (props: ErrorComponentProps) => (
  <WholePage>
    <Broken {...props} />
  </WholePage>
)

function Broken({ error, reset }: ErrorComponentProps) {
  // After an update the old files are gone from the server; a reload loads the new ones.
  const retry = error instanceof ApiError ? reset : () => location.reload()
  return <QueryError error={error} what="Non riesco a mostrare questa pagina" onRetry={retry} />
}
