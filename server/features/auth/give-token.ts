import * as contract from '@saldo/contract/identity/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { hashToken } from '../../http/actor.ts'
import { editionOf } from '../../http/edition-of.ts'
import { ApiError } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { verifyPassword } from '../../identity/hash-password.ts'
import { recogniseDevice, rememberDevice } from '../../identity/known-devices.ts'
import { countAttempt, resetLoginThrottle, tooManyAttempts } from '../../identity/login-throttle.ts'
import { consumeSignInToken, consumeSignInTokenOf } from '../../identity/one-time-tokens.ts'
import { renewSession } from '../../identity/sessions.ts'
import { verifyHuman } from '../../identity/verify-human.ts'
import type { Services } from '../../services.ts'
import { grantSecondStep } from '../second-steps/grant-second-step.ts'
import { issueSession } from '../second-steps/issue-session.ts'
import { invalidRequest, notHuman, suspended, wrongPassword } from './refusals.ts'
import { signInProgram, type TypedCredentials } from './sign-in-program.ts'

/**
 * The OAuth clients: the web app, for people, and the customers' own programs. Their secrets are public: they say what
 * kind of user signs in, not who.
 */
const clients = { 'web:web': 'web', 'api:api': 'api' } as const

export const giveToken = serveOpenly(contract.token, async ({ services, body, request, reply }) => {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  if (!isForm(request)) throw invalidRequest('La richiesta deve essere un modulo (form-urlencoded).')
  const client = clientOf(request)
  if (!client) throw invalidClient()
  if (!body.grant_type) throw invalidRequest('Manca grant_type.')
  if (body.grant_type === 'refresh_token') return renew(services, body.refresh_token)
  const tokens = await grant(services, request, body, client)
  await rememberDeviceOf(services, request, reply, tokens.access_token)
  return tokens
})

/** All ways to a new session. */
function grant(
  services: Services,
  request: FastifyRequest,
  body: TokenRequest,
  client: 'web' | 'api',
): Promise<contract.Token> {
  if (body.grant_type === 'password')
    return client === 'api' ? signInProgram(services, request, body) : signIn(services, request, body)
  if (body.grant_type === contract.secondStepGrant) return grantSecondStep(services, request, body)
  if (body.grant_type === contract.oneTimeGrant) return signInOnce(services, request, body.token)
  throw new ApiError(400, 'unsupported_grant_type', 'Questo modo di accedere non è previsto.')
}
type TokenRequest = z.output<typeof contract.token.body>

/** From now on this device is known to the user of the new session. */
const rememberDeviceOf = (services: Services, request: FastifyRequest, reply: FastifyReply, token: string) =>
  services.asSystem(async (tx) => {
    const [session] = await tx<{ user_id: number }[]>`
      select s.user_id from access_tokens t join sessions s using (session_id)
      where t.token_hash = ${hashToken(token)}`
    if (session) await rememberDevice(services, tx, session.user_id, request, reply)
  })

/**
 * Signs in with a password. No transaction is open while it is checked, and an unknown name gets the same answer. The
 * product's own links carry a one-time token as the password.
 */
async function signIn(services: Services, request: FastifyRequest, { username, password }: TypedCredentials) {
  const user_name = username?.trim()
  if (!user_name || !password) throw invalidRequest('Scrivi nome utente e password.')
  if (user_name.includes('\0')) throw wrongPassword()
  if (!(await verifyHuman(services, request.headers['x-human-token']))) throw notHuman()
  const known = await services.asSystem(async (tx) => {
    const user = await findUser(tx, user_name)
    const device = await recogniseDevice(tx, user?.user_id ?? null, request)
    const attempt = { user_name, address: request.ip, ...device }
    return { user, attempt, wait: await countAttempt(tx, attempt) }
  })
  if (known.wait > 0) throw tooManyAttempts(known.wait)
  const right = await verifyPassword(known.user?.password_hash ?? null, password)
  const user_id = known.user?.user_id ?? null
  const byToken = (tx: Tx) => consumeSignInTokenOf(tx, user_id, editionOf(request), password)
  const entitled = right || (await services.asSystem(byToken)) !== null
  if (!entitled || !user_id) throw wrongPassword()
  await services.asSystem((tx) => resetLoginThrottle(tx, known.attempt))
  if (known.user?.state === 'suspended') throw suspended()
  return issueSession(services, user_id, request)
}

/** Signs in with a one-time token. Its 256 bits cannot be guessed, so neither user name nor captcha is required. */
async function signInOnce(services: Services, request: FastifyRequest, token: string | undefined) {
  if (!token) throw invalidRequest('Manca token.')
  const user_id = await services.asSystem((tx) => consumeSignInToken(tx, editionOf(request), token))
  if (!user_id) throw new ApiError(400, 'invalid_grant', linkGone)
  return issueSession(services, user_id, request)
}

async function findUser(tx: Tx, user_name: string) {
  const [user] = await tx<{ user_id: number; state: string; password_hash: string | null }[]>`
    select u.user_id, u.state, c.password_hash
    from users u left join credentials c on c.user_id = u.user_id
    where lower(u.user_name) = lower(${user_name}) and u.state <> 'removed'`
  return user
}

async function renew(services: Services, refresh_token: string | undefined) {
  if (!refresh_token) throw invalidRequest('Manca refresh_token.')
  const renewed = await services.asSystem((tx) => renewSession(tx, services.env.SALDO_SECRET, refresh_token))
  if (!renewed) throw new ApiError(400, 'invalid_grant', 'Sessione scaduta.')
  return renewed
}

const isForm = ({ headers }: FastifyRequest) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

function clientOf({ headers }: FastifyRequest) {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const given = Buffer.from(encoded, 'base64').toString()
  return Object.hasOwn(clients, given) ? clients[given as keyof typeof clients] : null
}

const linkGone =
  'Questo link è scaduto o è già stato usato: accedi con nome utente e password, o chiedine un altro.'
const invalidClient = () =>
  new ApiError(401, 'invalid_client', 'Applicazione non riconosciuta.', {
    headers: { 'www-authenticate': 'Basic realm="saldo", charset="UTF-8"' },
  })
