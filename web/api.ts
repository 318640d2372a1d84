import type { Contract } from '@saldo/contract/contract'
import { type ApiError, readError, unreachable } from './api-error.ts'
import { type FormKey, renewIfUsed } from './idempotency-key.ts'
import { emitSessionEvent } from './session/events.ts'
import { chosenCustomer, extendSession } from './session/stored-session.ts'
import { accessToken, appHeaders, dropTokens, hasSession } from './session/tokens.ts'

export type Route = keyof Contract & string
export type Reply<R extends Route> = Contract[R]['reply']
/**
 * The input of a call: `params` fill the path, `query` is the query string, `body` is sent as JSON (or as the form it
 * is).
 */
export type Input<R extends Route> = {
  params?: { [K in keyof Contract[R]['params']]: string | number | undefined }
  query?: { [K in keyof Contract[R]['query']]?: unknown }
  body?: Contract[R]['body'] | FormData
  signal?: AbortSignal
  /** One key per opened form: a request sent twice counts once. */
  idempotencyKey?: FormKey
}

/**
 * Calls an endpoint of the contract: `api('GET /v1/bills/{id}', { params: { id } })`. Refreshes the session once when
 * the server answers `invalid_token`. Throws ApiError.
 */
export async function api<R extends Route>(route: R, input: Input<R> = {}): Promise<Reply<R>> {
  const response = await call(route, input)
  if (response.status === 204) return undefined as Reply<R>
  return response.json() as Promise<Reply<R>>
}

/** Calls an endpoint that returns a file; `name` as suggested by the server. */
export async function apiFile<R extends Route>(
  route: R,
  input: Input<R> = {},
): Promise<{ blob: Blob; name: string }> {
  const response = await call(route, input)
  const disposition = response.headers.get('content-disposition') ?? ''
  const name =
    /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="?([^";]+)/i.exec(disposition)?.[1]
  return { blob: await response.blob(), name: decodeURIComponent(name ?? 'saldo') }
}

/**
 * The raw response of a successful call, for streams. If the server requires step-up, or that a super user impersonates the
 * customer, asks for it, then calls once more.
 */
export async function call<R extends Route>(route: R, input: Input<R> = {}): Promise<Response> {
  const error = await attempt(route, input)
  if (error instanceof Response) return error
  if (error.error === 'second_step_missing') emitSessionEvent('second-step-missing')
  if (error.error === 'impersonation_required') {
    const { requestImpersonation } = await import('./session/impersonation/impersonation.ts')
    await requestImpersonation(error)
    return call(route, input)
  }
  if (error.error !== 'step_up_required' || !error.proof) throw error
  const { requestStepUp } = await import('./session/step-up/step-up.ts')
  await requestStepUp(error.proof)
  const again = await attempt(route, input)
  if (again instanceof Response) return again
  throw again
}

/** The response, or why it was refused. The form's key is told of both. */
async function attempt<R extends Route>(route: R, input: Input<R>): Promise<Response | ApiError> {
  const { idempotencyKey: key } = input
  key?.sent?.()
  const told = (refusal: ApiError) => key?.answered?.(refusal) ?? refusal
  const response = await renewing(route, input).catch((lost: ApiError) => {
    throw told(lost)
  })
  if (response.ok) {
    key?.answered?.(null)
    return response
  }
  const error = await readError(response)
  renewIfUsed(key, error)
  return told(error)
}

async function renewing<R extends Route>(route: R, input: Input<R>): Promise<Response> {
  const used = hasSession() ? await accessToken() : null
  let response = await send(route, input, used)
  if (used && response.status === 401) {
    const error = await readError(response.clone())
    if (error.error === 'invalid_token') response = await send(route, input, await accessToken(used))
    if (response.status === 401) {
      dropTokens()
      emitSessionEvent('auth-failed')
    }
  }
  return response
}

async function send<R extends Route>(route: R, input: Input<R>, token: string | null): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ')
  const customer = chosenCustomer()
  const form = input.body instanceof FormData
  if (token) extendSession()
  return fetch(address(path, input.params ?? {}, input.query ?? {}), {
    method,
    signal: input.signal,
    headers: {
      ...appHeaders,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(token && customer && { 'x-customer-id': customer }),
      ...(input.body !== undefined && !form && { 'content-type': 'application/json' }),
      ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey.current }),
    },
    body:
      input.body === undefined || form ? (input.body as FormData | undefined) : JSON.stringify(input.body),
  }).catch((error: unknown) => {
    if (input.signal?.aborted) throw error
    throw unreachable()
  })
}

/** Fills in `{id}`; leaves out a trailing `/{token?}` that is not given, and empty query values. */
export function address(path: string, params: Record<string, unknown>, query: Record<string, unknown>) {
  const filled = path.replace(/\/\{(\w+)(\??)\}/g, (_whole, name: string, optional: string) => {
    const value = params[name]
    if (value === undefined && optional) return ''
    if (value === undefined) throw new RangeError(`no ${name} for ${path}`)
    return `/${encodeURIComponent(String(value))}`
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
