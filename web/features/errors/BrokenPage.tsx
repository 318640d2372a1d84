import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api-error.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { WholePage } from './WholePage.tsx'

/** A page whose code or data failed: says so in its place; the rest of the shell goes on. */
export const BrokenPage = (props: ErrorComponentProps) => (
  <div style={{ padding: 24 }}>
    <Broken {...props} />
  </div>
)

/** The same before there is a layout to stand in: who one is could not be asked. */
export const BrokenWholePage = (props: ErrorComponentProps) => (
  <WholePage>
    <Broken {...props} />
  </WholePage>
)

function Broken({ error, reset }: ErrorComponentProps) {
  // After an update the old files are gone from the server; loading the page anew gets the new ones.
  const retry = error instanceof ApiError ? reset : () => location.reload()
  return <QueryError error={error} what="Non riesco a mostrare questa pagina" onRetry={retry} />
}
