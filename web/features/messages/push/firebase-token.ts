import type { Reply } from '../../../api.ts'

export type WebPush = NonNullable<Reply<'GET /v1/settings/versions'>['web_push']>
/** A browser's subscription, as `PushSubscription.toJSON()` gives it. */
export type Subscribed = { endpoint?: string; keys?: Record<string, string> }

const installations = 'https://firebaseinstallations.googleapis.com/v1'
const registrations = 'https://fcmregistrations.googleapis.com/v1'

/**
 * Exchanges the browser's subscription for Firebase's token of this device: the two requests that Firebase's library
 * makes, without the library.
 */
export async function firebaseToken(app: WebPush, { endpoint, keys }: Subscribed): Promise<string> {
  const { authToken } = await post<{ authToken: { token: string } }>(
    `${installations}/projects/${app.project_id}/installations`,
    app,
    { fid: installationId(), authVersion: 'FIS_v2', appId: app.app_id, sdkVersion: 'w:0.6.4' },
  )
  const { token } = await post<{ token: string }>(
    `${registrations}/projects/${app.project_id}/registrations`,
    app,
    { web: { endpoint, auth: keys?.auth, p256dh: keys?.p256dh, applicationPubKey: app.vapid_key } },
    { 'x-goog-firebase-installations-auth': `FIS ${authToken.token}` },
  )
  return token
}

/** A new installation id: 22 characters of base64url that begin with the bits 0111. */
function installationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(17))
  bytes[0] = 0b0111_0000 | ((bytes[0] ?? 0) & 0b1111)
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

async function post<Answer>(
  url: string,
  app: WebPush,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': app.api_key, ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Firebase refused: HTTP ${response.status}`)
  return response.json() as Promise<Answer>
}
