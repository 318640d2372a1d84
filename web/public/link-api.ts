import type { Contract } from '@saldo/contract/contract'
import { ApiError, readError } from '../api-error.ts'
import { buildHeaders } from '../app-headers.ts'
import { type FormKey, renewIfUsed } from '../idempotency-key.ts'
import { extendSession } from '../session/stored-session.ts'
import { pathWithToken } from './data-routes.ts'
import { takeEarlyAnswer } from './early-answer.ts'
import { startMaintenance } from './maintenance.ts'

/** Endpoints for public pages: called with the token of a link in the path. */
export type LinkRoute =
  | 'GET /v1/mybill/{token}'
  | 'GET /v1/mybill/{token}/transfer'
  | 'GET /v1/mybill/{token}/plan'
  | 'POST /v1/mybill/{token}/plan/code'
  | 'POST /v1/mybill/{token}/plan/accept'
  | 'GET /v1/mybill/{token}/mandate'
  | 'POST /v1/mybill/{token}/mandate/code'
  | 'POST /v1/mybill/{token}/mandate/sign'
  | 'GET /v1/autopay-links/{token}'
  | 'POST /v1/autopay-links/{token}/pause'
  | 'POST /v1/autopay-links/{token}/resume'
  | 'POST /v1/autopay-links/{token}/revoke'
  | 'POST /v1/autopay-links/{token}/restore'
  | 'GET /v1/checkout-result/{token}'
  | 'POST /v1/stripe/charge/{token?}'
  | 'POST /v1/stripe/klarna/{token?}'
  | 'GET /v1/source-links/{token}'
  | 'POST /v1/stripe/save_source/{token?}'
  | 'POST /v1/mybill/{token}/credit'
  | 'POST /v1/certificates/check'

/** Timeout in milliseconds; tells an unreachable server from a refusal. */
const timeout = 20_000

/** Calls an endpoint with a link's token. Throws ApiError, with status 0 when the server cannot be reached. */
export async function linkApi<R extends LinkRoute>(
  route: R,
  token: string,
  sent?: { body: Contract[R]['body']; idempotencyKey?: FormKey },
  query?: Record<string, string>,
): Promise<Contract[R]['reply']> {
  extendSession()
  const path = `${pathWithToken(route, token)}${query ? `?${new URLSearchParams(query)}` : ''}`
  const early = sent ? undefined : takeEarlyAnswer(path)
  const response = await (early ?? ask(route, path, sent)).catch(() => {
    throw unreachable()
  })
  if (!response.ok) {
    const refusal = await readError(response)
    renewIfUsed(sent?.idempotencyKey, refusal)
    if (refusal.maintenance) startMaintenance(refusal.maintenance)
    throw refusal
  }
  return response.json() as Promise<Contract[R]['reply']>
}

const ask = (route: LinkRoute, path: string, sent?: { body: unknown; idempotencyKey?: FormKey }) =>
  fetch(path, {
    method: route.split(' ')[0] ?? 'GET',
    headers: {
      ...buildHeaders,
      ...(sent && { 'content-type': 'application/json' }),
      ...(sent?.idempotencyKey && { 'idempotency-key': sent.idempotencyKey.current }),
    },
    ...(sent && { body: JSON.stringify(sent.body) }),
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
  })

const unreachable = () =>
  new ApiError(0, {
    error: 'unreachable',
    error_description: 'Non riesco a raggiungere Saldo. Controlla la connessione e riprova.',
  })

/** Converts anything thrown to an ApiError. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, {
        error: 'unexpected',
        error_description: 'Qualcosa non ha funzionato. Riprova fra poco.',
      })

export const billPdfUrl = (token: string): string => `/v1/mybill/${token}/pdf`
export const receiptUrl = (token: string): string => `/v1/checkout-result/${token}/receipt`
