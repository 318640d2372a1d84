import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Pushed = {
  token: string
  notification: { title: string; body: string }
  data: Record<string, string>
  android: { notification: { tag: string } }
}
type Answer = { status: number; code: string }

/**
 * A fake Firebase over HTTP: the token endpoint, which verifies the account's signature, and FCM v1's `messages:send`.
 * `answers`: the reply for a device; by default the message is accepted.
 */
export async function startFirebase() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const answers = new Map<string, Answer[]>()
  const taken: Pushed[] = []
  const asked = { tokens: 0, sends: 0 }

  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = await bodyOf(request)
    if (request.url === '/token') {
      asked.tokens += 1
      const [head = '', claims = '', signature = ''] = (
        new URLSearchParams(body).get('assertion') ?? ''
      ).split('.')
      const signed = Buffer.from(`${head}.${claims}`)
      if (!verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url')))
        return reply(400, { error: 'invalid_grant' })
      return reply(200, { access_token: 'ya29.saldo', expires_in: 3600, token_type: 'Bearer' })
    }
    asked.sends += 1
    if (request.url !== '/v1/projects/saldo-prova/messages:send') return reply(404, {})
    if (request.headers.authorization !== 'Bearer ya29.saldo')
      return reply(401, { error: { status: 'UNAUTHENTICATED' } })
    const { message } = JSON.parse(body) as { message: Pushed }
    const answer = answers.get(message.token)?.shift()
    if (answer) return reply(answer.status, { error: errorOf(answer) })
    taken.push(message)
    return reply(200, { name: `projects/saldo-prova/messages/${taken.length}` })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const account = {
    project_id: 'saldo-prova',
    client_email: 'saldo@saldo-prova.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${url}/token`,
  }
  return {
    taken,
    asked,
    answers,
    env: { FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account), FIREBASE_API_BASE: url },
  }
}

const errorOf = ({ status, code }: Answer) => ({
  code: status,
  message: 'Requested entity was not taken.',
  status: code,
  details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }],
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
