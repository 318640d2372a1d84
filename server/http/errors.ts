import type { ErrorBody, ProofWanted } from '@saldo/contract/endpoint'
import type { Permission } from '@saldo/contract/sections'
import { type Day, formatDate } from '@saldo/domain/dates'
import { type Section, sectionNames } from '@saldo/domain/section'

/** A refusal with its status, a code for programs and an Italian sentence for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string> | undefined
  readonly proof: ProofWanted | undefined
  /** The payment to look at. */
  readonly payment_id: number | undefined
  readonly maintenance: ErrorBody['maintenance']

  constructor(
    status: number,
    code: string,
    description: string,
    extra: {
      fields?: Record<string, string>
      headers?: Record<string, string>
      proof?: ProofWanted
      payment_id?: number
      maintenance?: NonNullable<ErrorBody['maintenance']>
    } = {},
  ) {
    super(description)
    this.status = status
    this.code = code
    this.fields = extra.fields
    this.headers = extra.headers
    this.proof = extra.proof
    this.payment_id = extra.payment_id
    this.maintenance = extra.maintenance
  }

  body(request_id: string): ErrorBody {
    return {
      error: this.code,
      error_description: this.message,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.proof ? { proof: this.proof } : {}),
      ...(this.maintenance ? { maintenance: this.maintenance } : {}),
      ...(this.payment_id ? { payment_id: this.payment_id } : {}),
      request_id,
    }
  }
}

export const unauthenticated = () =>
  new ApiError(401, 'invalid_token', 'Accesso scaduto o mancante: accedi di nuovo.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
/** 403: a super user who has no second step yet. */
export const secondStepMissing = () =>
  new ApiError(
    403,
    'second_step_missing',
    'Chi lavora nel backoffice ha un secondo passo all’accesso: prima aggiungi un’app per i codici o una passkey.',
  )
export const forbidden = () => new ApiError(403, 'forbidden', 'Non hai il permesso per questa operazione.')
/** 403: a super user changes a customer's records without impersonating that customer. */
export const impersonationRequired = () =>
  new ApiError(
    403,
    'impersonation_required',
    'Stai guardando i dati di un cliente. Per modificarli scegli il cliente e apri «Agisci come», con il motivo.',
  )
/** 403: what a super user never does in a customer's name. */
export const notWhileImpersonating = () =>
  new ApiError(
    403,
    'not_while_impersonating',
    'Mentre agisci come un cliente questo non si fa: prima termina, poi fallo a tuo nome.',
  )
/** 403: a sub-user lacks a permission. */
export const notPermitted = (needed: Permission) => {
  const [section, level] = needed.split(':') as [Section, string]
  const act = level === 'read' ? 'vedere' : 'modificare'
  return new ApiError(
    403,
    'not_permitted',
    `Ti serve il permesso di ${act} «${sectionNames[section]}»: chiedilo a chi gestisce lo studio.`,
  )
}
/** 403: the endpoint concerns all condominiums, and the sub-user sees only some. */
export const notAllAccounts = () =>
  new ApiError(
    403,
    'not_permitted',
    'Vedi solo alcuni condomìni, e questo li riguarda tutti: chiedilo a chi gestisce lo studio.',
  )
/** 404 for both missing and not visible: nobody learns whether another customer's record exists. */
export const notFound = (what = 'Quello che cerchi') =>
  new ApiError(404, 'not_found', `${what} non esiste o non è fra i tuoi dati.`)
export const conflict = (code: string, description: string, fields?: Record<string, string>) =>
  new ApiError(409, code, description, fields ? { fields } : {})
/** The day lies in a closed period of the condominium. `fields` are the fields that hold the day. */
export const periodClosed = (closed_to: Day, fields: readonly string[]) =>
  conflict(
    'period_closed',
    `I conti di questo condominio sono chiusi fino al ${formatDate(closed_to)}: scegli una data successiva, o riapri il periodo nel registro contabile.`,
    Object.fromEntries(fields.map((name) => [name, `I conti sono chiusi fino al ${formatDate(closed_to)}.`])),
  )
export const badInput = (fields: Record<string, string>, description = 'Controlla i campi segnalati.') =>
  new ApiError(400, 'invalid_request', description, { fields })
