import { address, type Input, type Reply, type Route } from './api.ts'
import { readError, unreachable } from './api-error.ts'
import { emitSessionEvent } from './session/events.ts'
import { chosenCustomer, extendSession } from './session/stored-session.ts'
import { accessToken, appHeaders, dropTokens } from './session/tokens.ts'

/**
 * Like `api`, for forms with a large file: `onProgress` gets the share sent, 0–1. Refreshes the session once. Throws
 * ApiError, or the signal's reason when aborted.
 */
export async function apiUpload<R extends Route>(
  route: R,
  body: FormData,
  {
    onProgress,
    signal,
    params,
  }: {
    onProgress: (share: number) => void
    signal?: AbortSignal
    params?: Input<R>['params']
  },
): Promise<Reply<R>> {
  const used = await accessToken()
  const [method = 'PUT', path = ''] = route.split(' ')
  const where = { method, address: address(path, params ?? {}, {}) }
  let response = await send(where, body, used, onProgress, signal)
  if (response.status === 401) {
    const error = await readError(response.clone())
    if (error.error === 'invalid_token')
      response = await send(where, body, await accessToken(used), onProgress, signal)
    if (response.status === 401) {
      dropTokens()
      emitSessionEvent('auth-failed')
    }
  }
  if (response.ok) return response.json() as Promise<Reply<R>>
  const error = await readError(response)
  if (error.error !== 'impersonation_required') throw error
  const { requestImpersonation } = await import('./session/impersonation/impersonation.ts')
  await requestImpersonation(error)
  return apiUpload(route, body, { onProgress, signal, params })
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(
  where: { method: string; address: string },
  body: FormData,
  token: string,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Response> {
  const customer = chosenCustomer()
  extendSession()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(where.method, where.address)
    for (const [name, value] of Object.entries(appHeaders)) request.setRequestHeader(name, value)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    if (customer) request.setRequestHeader('x-customer-id', customer)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress(loaded / total)
    request.onload = () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' },
        }),
      )
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
