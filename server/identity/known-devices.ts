import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'
import { networkOf } from '../http/network-of.ts'
import type { Services } from '../services.ts'
import type { Attempt } from './login-throttle.ts'

/**
 * A device is known to a user who has signed in with it: their browser keeps a random token in a cookie that goes to
 * `/oauth/token` only and that no script reads. It opens nothing. It only spares its user the delays that strangers cause
 * by guessing. A new token replaces the old one at each sign-in, so that nobody profits from a token that they planted.
 */
const cookieName = 'saldo_device'
const cookieSeconds = 400 * 24 * 3600
/** How many devices and networks of a user are kept; the ones unused for longest are forgotten. */
const mostKnown = 30
/** Days until an unused device or network is forgotten. */
export const knownForDays = 400

type Recognised = Required<Pick<Attempt, 'known' | 'at_known_network'>>

/** What is known of the sender of a request to sign in as this user. Null, of a name that does not exist: nothing. */
export async function recogniseDevice(
  tx: Tx,
  user_id: number | null,
  request: FastifyRequest,
): Promise<Recognised> {
  const token = deviceToken(request)
  const device = token && hashToken(token)
  const network = hashOfNetwork(request)
  const rows = await tx<{ device_hash: Buffer }[]>`
    select device_hash from known_devices
    where user_id = ${user_id} and device_hash in (${device ?? network}, ${network})`
  const isKnown = (hash: Buffer) => rows.some(({ device_hash }) => device_hash.equals(hash))
  return {
    known: device && isKnown(device) ? device.toString('hex') : null,
    at_known_network: isKnown(network),
  }
}

/** The user has proved who they are: from now on this device and this network are known to them. */
export async function rememberDevice(
  services: Services,
  tx: Tx,
  user_id: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const old = deviceToken(request)
  const token = randomBytes(32).toString('base64url')
  if (old)
    await tx`update known_devices set device_hash = ${hashToken(token)} where device_hash = ${hashToken(old)}`
  for (const device_hash of [hashToken(token), hashOfNetwork(request)])
    await tx`
      insert into known_devices ${tx({ user_id, device_hash })}
      on conflict (user_id, device_hash) do update set used_at = now()`
  await tx`
    delete from known_devices where user_id = ${user_id} and device_hash not in (
      select device_hash from known_devices where user_id = ${user_id} order by used_at desc limit ${mostKnown})`
  const attributes = `Max-Age=${cookieSeconds}; Path=/oauth/token; HttpOnly; SameSite=Strict`
  const isSecure = services.env.PUBLIC_URL.startsWith('https:')
  // A browser takes a cookie of this prefix from HTTPS alone.
  const cookie = isSecure ? `__Secure-${cookieName}=${token}; Secure` : `${cookieName}=${token}`
  reply.header('set-cookie', `${cookie}; ${attributes}`)
}

/** A new password: whoever knew the old one is a stranger again. */
export const forgetDevices = (tx: Tx, user_id: number) =>
  tx`delete from known_devices where user_id = ${user_id}`

function deviceToken({ headers }: FastifyRequest): string | null {
  const found = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(
    headers.cookie ?? '',
  )
  return found?.[1] ?? null
}

const hashOfNetwork = ({ ip }: FastifyRequest) => hashToken(`network ${networkOf(ip)}`)
