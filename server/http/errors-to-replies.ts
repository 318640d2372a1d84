import { backOfficeAddress, officeAddress, secondPersonRefusals } from '@saldo/domain/platform/second-person'
import { ownUpload, uploadInLine } from '@saldo/domain/registry/document'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { closedDay } from '../db/closed-period.ts'
import { ApiError, conflict, impersonationRequired, notFound, periodClosed } from './errors.ts'
import { refusalHeaders } from './refusal-headers.ts'
import { longestPart } from './request-limits.ts'

/** Answers every error in the one error shape. Bad input never becomes a 5xx. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = closedPeriod(error, request.body) ?? asApiError(error)
    if ((known.status >= 500 && !isExpected(known)) || isDenial(error))
      request.log.error({ err: error }, 'request failed')
    if (known.headers) reply.headers(known.headers)
    return reply.status(known.status).send(known.body(request.id))
  })
  app.setNotFoundHandler((request, reply) => {
    // The router looks for a file where a part is too long for an endpoint.
    const missing = hasLongPart(request.url)
      ? addressTooLong()
      : new ApiError(404, 'not_found', 'Questo indirizzo non esiste.')
    return reply.status(missing.status).send(missing.body(request.id))
  })
}

const addressTooLong = () => new ApiError(414, 'address_too_long', 'L’indirizzo è troppo lungo.')
const hasLongPart = (url: string) =>
  (url.split('?')[0] ?? '').split('/').some((part) => part.length > longestPart)

/** Answers what the router refuses before any hook: an address that is malformed, or has a part that is too long. */
export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  void reply
    .status(asApiError(error).status)
    .headers({ ...refusalHeaders, 'x-request-id': request.id })
    .send(asApiError(error).body(request.id))

/** An entry in a closed period: the error is shown at the field of the request that holds its day. */
function closedPeriod(error: Error, body: unknown): ApiError | null {
  const closed = closedDay(error)
  if (!closed) return null
  const named = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value === closed.day,
  )
  return periodClosed(
    closed.closed_to,
    named.map(([name]) => name),
  )
}

function asApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof postgres.PostgresError) return fromPostgres(error)
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 429)
    return new ApiError(429, 'too_many_requests', 'Troppe richieste: aspetta un momento e riprova.')
  if (status === 413) return new ApiError(413, 'too_large', 'Il file o i dati inviati sono troppo grandi.')
  if (status === 414) return addressTooLong()
  if (status === 415)
    return new ApiError(415, 'unsupported_media_type', 'Formato della richiesta non previsto.')
  if (status >= 400 && status < 500)
    return new ApiError(400, 'invalid_request', 'La richiesta non è leggibile.')
  return new ApiError(500, 'server_error', 'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.')
}

/** A maintenance is decided by a person, and refuses everybody who comes by: that is no failure to look at. */
const isExpected = ({ code }: ApiError) => code === 'under_maintenance'

/** The database denied what an act tried. No data is at risk, but the act has a bug, so it is logged as an error. */
const isDenial = (error: unknown) =>
  error instanceof postgres.PostgresError && (error.code === '42501' || error.code === '25006')

/** What the database refuses whoever acts, and whichever act it is. */
const rules: Readonly<Record<string, () => ApiError>> = {
  confirmed_by_another: () =>
    conflict('another_person_needed', 'L’hai chiesto tu: lo conferma un’altra persona.'),
  checked_by_another: () => conflict('own_upload', ownUpload),
  checked_by_another_hand: () => conflict('upload_in_line', uploadInLine),
  second_person_invited_in_line: () => conflict('invited_in_line', secondPersonRefusals.invited_in_line),
  second_person_activated_just_now: () =>
    conflict('activated_just_now', secondPersonRefusals.activated_just_now),
  not_of_office: () => conflict('office_address', officeAddress, { email: officeAddress }),
  not_of_back_office: () => conflict('back_office_address', backOfficeAddress),
}

/** Answers for constraints that the input violates. Acts give better answers where they can; this is the fallback. */
function fromPostgres(error: postgres.PostgresError): ApiError {
  const rule = rules[error.constraint_name ?? '']
  if (rule) return rule()
  switch (error.code) {
    case '23505':
      return conflict('already_exists', 'Esiste già un elemento con questi dati.')
    case '23503':
      return notFound('Un elemento collegato')
    case '23514':
    case '22003':
    case '22001':
    case '22021':
    case '22P02':
      return new ApiError(400, 'invalid_request', 'Un valore non è accettabile.')
    case '42501':
      return new ApiError(403, 'forbidden', 'Non hai il permesso per questa operazione.')
    // Only what a super user does without impersonating runs in a transaction that does not write.
    case '25006':
      return impersonationRequired()
    case '40001':
    case '40P01':
    case '55P03':
      return conflict('busy', 'Un’altra operazione sta modificando gli stessi dati: riprova.')
    default:
      return new ApiError(
        500,
        'server_error',
        'Qualcosa non ha funzionato da parte nostra. Riprova fra poco.',
      )
  }
}
