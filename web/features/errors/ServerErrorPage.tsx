import { useSearch } from '@tanstack/react-router'
import { ErrorBody } from './ErrorBody.tsx'
import { WholePage } from './WholePage.tsx'

/** `/500`; `?request=` is the id of the request that failed. */
export function ServerErrorPage() {
  const { request } = useSearch({ strict: false }) as { request?: string }
  return (
    <WholePage>
      <ErrorBody code="500" title="Qualcosa si è rotto da parte nostra" requestId={request}>
        <p>Non dipende da te. Riprova fra qualche minuto: quello che avevi salvato è al sicuro.</p>
      </ErrorBody>
    </WholePage>
  )
}
