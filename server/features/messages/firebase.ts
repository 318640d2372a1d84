import { createSign } from 'node:crypto'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import type { Messaging } from 'firebase-admin/messaging'
import type { Env } from '../../env.ts'
import type { Services } from '../../services.ts'

type Account = NonNullable<Env['FIREBASE_SERVICE_ACCOUNT']>

/** Google's library is 37 MB: read once, and only by a process that has something to send. */
const opened = new WeakMap<Services, Promise<Messaging>>()

/** Firebase as the service account of the settings. Throws without one: who asks has seen that there is. */
export function firebase(services: Services): Promise<Messaging> {
  const known = opened.get(services)
  if (known) return known
  const opening = open(services)
  opened.set(services, opening)
  return opening
}

async function open({ env }: Services): Promise<Messaging> {
  const account = env.FIREBASE_SERVICE_ACCOUNT
  if (!account) throw new Error('Firebase is not configured')
  const { initializeApp } = await import('firebase-admin/app')
  const { getMessaging } = await import('firebase-admin/messaging')
  const httpAgent = agentFor(env.FIREBASE_API_BASE)
  // Named by chance: the library keeps its apps by name for the whole process.
  const app = initializeApp(
    {
      projectId: account.project_id,
      credential: { getAccessToken: () => askForToken(account) },
      httpAgent,
    },
    `saldo-${Math.random()}`,
  )
  const messaging = getMessaging(app)
  // HTTP/1.1 is what an agent can lead to a stand-in, and a few connections kept open are enough.
  messaging.enableLegacyHttpTransport()
  return messaging
}

/** The library writes to fcm.googleapis.com whatever it is told; its connections can be led elsewhere. */
function agentFor(base: string | undefined): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  if (base) {
    const { hostname, port } = new URL(base)
    agent.createConnection = () => connect({ host: hostname, port: Number(port || 80) })
  }
  return agent
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'

/** A service account proves itself by a signed statement (RFC 7523) and is given a token for an hour. */
async function askForToken({ client_email, private_key, token_uri }: Account) {
  const iat = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: client_email, scope, aud: token_uri, iat, exp: iat + 3600 }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  const signature = createSign('RSA-SHA256').update(signed).sign(private_key, 'base64url')
  const answer = await fetch(token_uri, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${signed}.${signature}`,
    }),
    signal: AbortSignal.timeout(20_000),
  })
  if (!answer.ok) throw new Error(`Firebase gave no token: ${answer.status}`)
  return (await answer.json()) as { access_token: string; expires_in: number }
}
