import { ApiError, readError, unreachable } from '../api-error.ts'
import { announce } from './events.ts'
import { forgetSession, keepRefreshToken, pushLapse, refreshToken } from './stored.ts'

/** Sent with every call. */
export const appHeaders = { 'app-version': __APP_VERSION__, 'cache-control': 'no-cache' }

/** The web client is public: its secret is known to whoever reads this. */
const clientCredentials = `Basic ${btoa('web:web')}`
const b2c = import.meta.env.MODE === 'b2c' ? '1' : '0'

/** Lives in memory only, ten minutes. */
let access: string | null = null
let renewing: Promise<string> | null = null

type Tokens = { access_token: string; refresh_token: string; expires_in: number }

/** Whether someone signed in and has not left since; the server still has the last word. */
export const hasSession = () => refreshToken() !== null

/** Signs in; throws ApiError with the server's sentence, else “Username o Password errate.” */
export async function passwordGrant(username: string, password: string, humanToken: string | null) {
  keep(
    await requestTokens(
      { grant_type: 'password', username, password },
      humanToken ? { 'x-human-token': humanToken } : {},
    ),
  )
  announce('login')
}

/** An access token that was not `stale` (one that the server has just refused). */
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
}

/** One renewal at a time, also across tabs: each takes the refresh token that the one before it left. */
async function renew(): Promise<string> {
  const once = async () => {
    const refresh_token = refreshToken()
    if (!refresh_token) throw sessionExpired()
    try {
      return keep(await requestTokens({ grant_type: 'refresh_token', refresh_token }))
    } catch (error) {
      if (error instanceof ApiError && (error.status === 400 || error.status === 401)) throw sessionExpired()
      throw error
    }
  }
  // Locks exist on secure origins only; elsewhere the server's grace of ten seconds must do.
  return navigator.locks ? navigator.locks.request('saldo.refresh', once) : once()
}

function sessionExpired() {
  if (hasSession()) {
    dropTokens()
    announce('session-expired')
  }
  return new ApiError(401, { error: 'invalid_token', error_description: 'Sessione scaduta.' })
}

function keep(tokens: Tokens) {
  access = tokens.access_token
  keepRefreshToken(tokens.refresh_token)
  pushLapse()
  return tokens.access_token
}

async function requestTokens(
  grant: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Tokens> {
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { ...appHeaders, authorization: clientCredentials, ...headers },
    body: new URLSearchParams({ ...grant, b2c, app_version: __APP_VERSION__ }),
  }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await readError(response)
  return response.json() as Promise<Tokens>
}
