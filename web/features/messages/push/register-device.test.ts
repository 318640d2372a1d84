import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const put = vi.fn(async () => undefined)
vi.mock('../../../api.ts', () => ({ api: put }))
const { registerDevice } = await import('./register-device.ts')

const app = { api_key: 'key', app_id: '1:2:web:3', project_id: 'saldo', vapid_key: 'B'.repeat(87) }
const subscription = {
  endpoint: 'https://push.example/1',
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { auth: 'au', p256dh: 'p2' } }),
}
const asked: { url: string; headers: Record<string, string>; body: Record<string, unknown> }[] = []
const subscribe = vi.fn(async () => subscription)

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () => ({ pushManager: { getSubscription: async () => null, subscribe } }),
    },
  })
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: never; body: string }) => {
    asked.push({ url, headers, body: JSON.parse(body) })
    return Response.json(
      url.includes('installations') ? { authToken: { token: 'fis' } } : { token: 'device:1' },
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  asked.length = 0
})

describe('registering this browser for messages', () => {
  it('subscribes it, exchanges the subscription at Firebase, and sends the token', async () => {
    await registerDevice(app)
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: app.vapid_key })
    expect(asked.map(({ url }) => url)).toEqual([
      'https://firebaseinstallations.googleapis.com/v1/projects/saldo/installations',
      'https://fcmregistrations.googleapis.com/v1/projects/saldo/registrations',
    ])
    expect(asked[0]?.body).toMatchObject({
      appId: app.app_id,
      fid: expect.stringMatching(/^[c-f][\w-]{21}$/),
    })
    expect(asked[1]?.headers).toMatchObject({ 'x-goog-firebase-installations-auth': 'FIS fis' })
    expect(asked[1]?.body).toEqual({
      web: { endpoint: subscription.endpoint, auth: 'au', p256dh: 'p2', applicationPubKey: app.vapid_key },
    })
    expect(put).toHaveBeenCalledWith('PUT /v1/users/firebase/0/{token}', { params: { token: 'device:1' } })
  })
  it('asks Firebase once for each subscription, and sends the token again for a new session', async () => {
    await registerDevice(app)
    await registerDevice(app)
    expect(asked).toHaveLength(2)
    expect(put).toHaveBeenCalledTimes(2)
  })
  it('sends nothing when Firebase refuses', async () => {
    vi.stubGlobal('fetch', async () => new Response('no', { status: 403 }))
    await expect(registerDevice(app)).rejects.toThrow('HTTP 403')
    expect(put).not.toHaveBeenCalled()
  })
})
