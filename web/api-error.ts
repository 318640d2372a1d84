import type { ErrorBody, ProofWanted } from '@saldo/contract/endpoint'

/** A failed call. `status` 0: the server could not be reached. */
export class ApiError extends Error {
  status: number
  /** A code for programs, such as `invalid_token`. */
  error: string
  /** An Italian sentence for the user. */
  error_description: string
  /** Errors by field name. */
  fields: Record<string, string> | null
  request_id: string | null
  /** With `idempotency_key_reused`: the payment that this form has made already. */
  payment_id: number | null
  /** With `under_maintenance`: until when, and what the back office says. */
  maintenance: NonNullable<ErrorBody['maintenance']> | null
  /** The step-up that the server requires, if any. */
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
    this.maintenance = body.maintenance ?? null
    this.payment_id = body.payment_id ?? null
  }
}

/** The server's sentence for a failed call; `otherwise` for any other error. Italian, for the user. */
export const errorSentence = (error: unknown, otherwise = 'Qualcosa non ha funzionato. Riprova fra poco.') =>
  error instanceof ApiError ? error.error_description : otherwise

/** Failures before the listener was registered. */
const unheard: ApiError[] = []
let heed = (error: ApiError): void => void unheard.push(error)
/** Registers the listener of failed calls, past and future; it replaces the previous one. */
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

/**
 * Reads our error format; anything else, such as a proxy's page, becomes a sentence as well. `undescribed` is that of a
 * refusal without a description.
 */
export async function readError(response: Response, undescribed?: string): Promise<ApiError> {
  const otherwise = (response.status < 500 ? undescribed : undefined) ?? fallback(response.status)
  const body: unknown = await response.json().catch(() => null)
  const request_id = response.headers.get('x-request-id') ?? undefined
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string') {
    const described = body as Omit<ErrorBody, 'error_description'> & { error_description?: string }
    return heard(
      new ApiError(response.status, {
        request_id,
        ...described,
        error_description: described.error_description || otherwise,
      }),
    )
  }
  return heard(
    new ApiError(response.status, {
      error: 'unexpected',
      error_description: otherwise,
      request_id,
    }),
  )
}

function fallback(status: number) {
  if (status === 404) return 'Non l’ho trovato: forse è stato tolto.'
  if (status === 403) return 'Non hai accesso a questi dati.'
  return 'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.'
}
