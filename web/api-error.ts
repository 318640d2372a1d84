import type { ErrorBody, ProofWanted } from '@saldo/contract/endpoint'

/** A call that did not succeed. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  status: number
  /** Machine-readable code, as `invalid_token`. */
  error: string
  /** An Italian sentence to show. */
  error_description: string
  /** What is wrong, by field name. */
  fields: Record<string, string> | null
  request_id: string | null
  /** What goes on when somebody must prove who they are. */
  proof: ProofWanted | null

  constructor(status: number, body: ErrorBody) {
    super(body.error_description)
    this.name = 'ApiError'
    this.status = status
    this.error = body.error
    this.error_description = body.error_description
    this.fields = body.fields ?? null
    this.request_id = body.request_id ?? null
    this.proof = body.proof ?? null
  }
}

/** What failed while the page was still loading who listens. */
const unheard: ApiError[] = []
let heed = (error: ApiError): void => void unheard.push(error)
/** `react` hears of every call that did not and does not succeed, from now on instead of whoever did before. */
export const onApiError = (react: (error: ApiError) => void) => {
  heed = react
  for (const error of unheard.splice(0)) react(error)
}
const heard = (error: ApiError) => {
  heed(error)
  return error
}

export const unreachable = () =>
  heard(
    new ApiError(0, {
      error: 'unreachable',
      error_description: 'Non riesco a raggiungere Saldo. Controlla la connessione e riprova.',
    }),
  )

/** Reads the one error shape; anything else (a proxy's page) becomes a sentence too. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const request_id = response.headers.get('x-request-id') ?? undefined
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string') {
    const described = body as Omit<ErrorBody, 'error_description'> & { error_description?: string }
    return heard(
      new ApiError(response.status, {
        request_id,
        ...described,
        error_description: described.error_description ?? fallback(response.status),
      }),
    )
  }
  return heard(
    new ApiError(response.status, {
      error: 'unexpected',
      error_description: fallback(response.status),
      request_id,
    }),
  )
}

function fallback(status: number) {
  if (status === 404) return 'Non l’ho trovato: forse è stato tolto.'
  if (status === 403) return 'Non hai accesso a questi dati.'
  return 'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.'
}
