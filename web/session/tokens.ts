import { ApiError, readError, unreachable } from '../api-error.ts'
import { buildHeaders } from '../app-headers.ts'
import { isConsumerBuild } from '../edition.ts'
import { emitSessionEvent } from './events.ts'
import { adoptSession, isOwnSession, leaveSession, type SessionEnd } from './expiry/session-end.ts'
import {
  beginSessionId,
  extendSession,
  forgetSession,
  refreshToken,
  storeRefreshToken,
  storeSessionEnd,
} from './stored-session.ts'

/** Headers of every call. */
export const appHeaders = { ...buildHeaders, 'cache-control': 'no-cache' }

/** The web client is public: its secret is readable in this code. */
const clientCredentials = `Basic ${btoa('web:web')}`
const b2c = isConsumerBuild ? '1' : '0'

/** The access token: in memory only, valid for ten minutes. */
let access: string | null = globalThis.saldoFirstHome?.access ?? null
let renewing: Promise<string> | null = null

type Tokens = { access_token: string; refresh_token: string; expires_in: number }

/** Whether there is a session, as far as this browser knows; the server decides. */
export const hasSession = () => refreshToken() !== null

/** Signs in. Throws ApiError with the server's sentence, “Username o Password errate.” when a refusal has none. */
export async function passwordGrant(username: string, password: string, humanToken: string | null) {
  begin(
    await requestTokens(
      { grant_type: 'password', username, password },
      humanToken ? { 'x-human-token': humanToken } : {},
      'Username o Password errate.',
    ),
  )
}

/** Exchanges the ticket of `second_step_required` and the second step for a session. */
export async function secondStepGrant(step: Record<string, string>) {
  begin(await requestTokens({ grant_type: 'urn:saldo:second-step', ...step }))
}

/** Signs in with the one-time token of a link. */
export async function oneTimeGrant(token: string) {
  begin(await requestTokens({ grant_type: 'urn:saldo:one-time-token', token }))
}

/** Begins a session with these tokens. */
function begin(tokens: Tokens) {
  keep(tokens)
  beginSessionId()
  adoptSession()
  emitSessionEvent('login')
}

/** The access token that is there, which may have lapsed: asking for it renews nothing. */
export const heldAccessToken = () => access

/** An access token other than `stale`, which the server has just refused. */
export async function accessToken(stale: string | null = null): Promise<string> {
  if (access && access !== stale) return access
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

export function dropTokens() {
  access = null
  forgetSession()
  adoptSession()
}

/**
 * Ends the session in this document and in all other tabs, then on the server, so that logging out works even when the
 * server cannot be reached. Tabs that end it at the same moment send one request.
 */
export function endSession(ending: Exclude<SessionEnd, 'refused'>) {
  const token = access
  const refresh = refreshToken()
  endHere(ending)
  if (refresh === null) return
  const revokeAtServer = () => revoke(token, refresh)
  const told = navigator.locks
    ? navigator.locks.request('saldo.end', { ifAvailable: true }, (lock) => lock && revokeAtServer())
    : revokeAtServer()
  void told.catch(() => undefined)
}

function endHere(ending: SessionEnd) {
  access = null
  if (hasSession()) {
    storeSessionEnd(ending)
    forgetSession()
  }
  leaveSession(ending)
}

/** `keepalive`: the request is sent although the page is about to reload. */
async function revoke(token: string | null, refresh: string) {
  const end = (bearer: string) =>
    fetch('/v1/auth/logout', {
      method: 'POST',
      keepalive: true,
      headers: { ...appHeaders, authorization: `Bearer ${bearer}` },
    })
  const answer = token && (await end(token))
  if (answer && answer.status !== 401) return
  await end((await requestTokens({ grant_type: 'refresh_token', refresh_token: refresh })).access_token)
}

/** One refresh at a time, also across tabs: each uses the refresh token that the previous one stored. */
async function renew(): Promise<string> {
  const once = async () => {
    const refresh_token = refreshToken()
    if (!refresh_token || !isOwnSession()) throw ended()
    try {
      const tokens = await requestTokens({ grant_type: 'refresh_token', refresh_token })
      // The session ended, or another user signed in, while the request was running: do not restore it.
      if (!isOwnSession()) throw ended()
      return keep(tokens)
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 401)) throw error
      if (isOwnSession()) endHere('expiry')
      throw ended()
    }
  }
  // Web Locks exist only on secure origins; elsewhere the server's grace period of ten seconds must do.
  return navigator.locks ? navigator.locks.request('saldo.refresh', once) : once()
}

const ended = () => new ApiError(401, { error: 'invalid_token', error_description: 'Sessione scaduta.' })

function keep(tokens: Tokens) {
  access = tokens.access_token
  storeRefreshToken(tokens.refresh_token)
  extendSession()
  return tokens.access_token
}

async function requestTokens(
  grant: Record<string, string>,
  headers: Record<string, string> = {},
  undescribed?: string,
): Promise<Tokens> {
  extendSession()
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { ...appHeaders, authorization: clientCredentials, ...headers },
    body: new URLSearchParams({ ...grant, b2c, app_version: __APP_VERSION__ }),
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await readError(response, undescribed)
  return response.json() as Promise<Tokens>
}
