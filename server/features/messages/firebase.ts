import { createSign } from 'node:crypto'
import type { Env } from '../../env.ts'
import type { Services } from '../../services.ts'

type Account = NonNullable<Env['FIREBASE_SERVICE_ACCOUNT']>

/** The body of FCM's `messages:send`, as far as we use it. */
export type PushMessage = {
  token: string
  notification: { title: string; body: string }
  data: Record<string, string>
  android: { notification: { tag: string } }
  apns: { headers: Record<string, string> }
  webpush: { notification: { tag: string } }
}

/** Why a message was not sent; `code` is the name that Google's Admin SDK gives to the error. */
export type PushError = { code: string; message: string }

const defaultBase = 'https://fcm.googleapis.com'
const timeoutMs = 20_000
const parallelRequests = 16

/**
 * Sends each message with one request of the FCM HTTP v1 API, and answers in the same order: null if FCM accepted
 * it, else why not. It never throws for a message, so that one failure does not hide what happened to the others.
 */
export async function sendToDevices(
  services: Services,
  messages: readonly PushMessage[],
): Promise<(PushError | null)[]> {
  const results: (PushError | null)[] = []
  for (let start = 0; start < messages.length; start += parallelRequests) {
    const group = messages.slice(start, start + parallelRequests)
    results.push(...(await Promise.all(group.map((message) => sendToDevice(services, message)))))
  }
  return results
}

async function sendToDevice(services: Services, message: PushMessage): Promise<PushError | null> {
  const { FIREBASE_SERVICE_ACCOUNT: account, FIREBASE_API_BASE: base = defaultBase } = services.env
  if (!account) throw new Error('FIREBASE_SERVICE_ACCOUNT is not set')
  try {
    const response = await fetch(`${base}/v1/projects/${account.project_id}/messages:send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await accessToken(services, account)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (response.status === 401) accessTokens.delete(services)
    const text = await response.text()
    return response.ok ? null : errorIn(response.status, text)
  } catch (error) {
    return { code: 'app/network-error', message: (error as Error).message }
  }
}

/** FCM's error codes → the Admin SDK's: https://firebase.google.com/docs/cloud-messaging/error-codes */
const codes: Record<string, string> = {
  UNREGISTERED: 'messaging/registration-token-not-registered',
  NOT_FOUND: 'messaging/registration-token-not-registered',
  SENDER_ID_MISMATCH: 'messaging/mismatched-credential',
  INVALID_ARGUMENT: 'messaging/invalid-argument',
  INTERNAL: 'messaging/internal-error',
  UNAVAILABLE: 'messaging/server-unavailable',
  QUOTA_EXCEEDED: 'messaging/message-rate-exceeded',
  THIRD_PARTY_AUTH_ERROR: 'messaging/third-party-auth-error',
}

type ErrorBody = {
  error?: { status?: string; message?: string; details?: { '@type'?: string; errorCode?: string }[] }
}

/** The code in `details` is the exact one; `status` is the general one of Google's APIs. */
function errorIn(status: number, text: string): PushError {
  const { error } = parsed(text)
  const fcm = error?.details?.find((detail) => detail['@type']?.endsWith('FcmError'))?.errorCode
  const code = codes[fcm ?? error?.status ?? ''] ?? 'messaging/unknown-error'
  return { code, message: error?.message ?? `HTTP ${status}` }
}

function parsed(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return {} // A proxy in between answers in HTML.
  }
}

const accessTokens = new WeakMap<Services, { token: Promise<string>; renewAt: number }>()
const renewAfterMs = 50 * 60_000

/** Cached for fifty of its sixty minutes; parallel requests share one fetch, and a failed fetch is forgotten. */
function accessToken(services: Services, account: Account): Promise<string> {
  const cached = accessTokens.get(services)
  if (cached && Date.now() < cached.renewAt) return cached.token
  const token = fetchAccessToken(account)
  token.catch(() => accessTokens.delete(services))
  accessTokens.set(services, { token, renewAt: Date.now() + renewAfterMs })
  return token
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'

/** A service account signs a JWT with its key and exchanges it for a token that is good for an hour (RFC 7523). */
async function fetchAccessToken({ client_email, private_key, token_uri }: Account): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: client_email, scope, aud: token_uri, iat: now, exp: now + 3600 }
  const signed = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`
  const signature = createSign('RSA-SHA256').update(signed).sign(private_key, 'base64url')
  const response = await fetch(token_uri, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${signed}.${signature}`,
    }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`Google gave no access token: HTTP ${response.status}`)
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
