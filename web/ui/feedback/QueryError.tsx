import { ErrorState } from './ErrorState.tsx'

/**
 * The error of a query or mutation; sentence and request id come from the server. A missing permission is shown without
 * retry and request id, because neither helps.
 */
export function QueryError({ error, what, onRetry }: { error: unknown; what: string; onRetry?: () => void }) {
  const said = (name: string) =>
    typeof error === 'object' && error !== null && name in error
      ? ((error as Record<string, unknown>)[name] as string | null)
      : null
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 403)
    return <ErrorState what={what} why={said('error_description')} />
  // The fields of a query are filters of its address, and no fields of a form show what is wrong with them.
  const wrong = Object.values((error as { fields?: Record<string, string> | undefined } | null)?.fields ?? {})
  return (
    <ErrorState
      what={what}
      why={
        wrong[0] ??
        said('error_description') ??
        'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.'
      }
      requestId={said('request_id') ?? undefined}
      onRetry={onRetry}
    />
  )
}
