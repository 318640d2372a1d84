import { api } from '../../../api.ts'
import { firebaseToken, type WebPush } from './firebase-token.ts'

const storedAs = 'saldo.push'

/**
 * Registers this browser for the user's messages: subscribes it, exchanges the subscription for Firebase's token, and
 * sends the token. The token is stored, because Firebase is asked once for each subscription; it is sent at each start,
 * because it belongs to the session. The permission must have been granted.
 */
export async function registerDevice(app: WebPush): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL)
  if (!worker) throw new Error('no service worker')
  const subscription =
    (await worker.pushManager.getSubscription()) ??
    (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: app.vapid_key }))
  const token = storedToken(subscription.endpoint) ?? (await firebaseToken(app, subscription.toJSON()))
  localStorage.setItem(storedAs, JSON.stringify({ endpoint: subscription.endpoint, token }))
  await api('PUT /v1/users/firebase/0/{token}', { params: { token } })
}

function storedToken(endpoint: string): string | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storedAs) ?? 'null')
    return stored?.endpoint === endpoint && typeof stored.token === 'string' ? stored.token : null
  } catch {
    return null
  }
}
