import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const present = 0x01
const verified = 0x04
const withCredential = 0x40

type Site = { origin: string; rpId: string }
type Options = { challenge: string }

/**
 * A software passkey: makes a P-256 key pair and signs challenges as a device does (WebAuthn level 3, §6), without the
 * product's code. `counter` can be set back, as with a copied key.
 */
export function authenticator(site: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const device = {
    counter: 0,
    /** Answers the options for creating a passkey. */
    create: ({ challenge }: Options, of: Partial<Site & { flags: number }> = {}) => {
      const clientDataJSON = clientData('webauthn.create', challenge, of.origin ?? site.origin)
      const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)])
      const authData = Buffer.concat([
        header(of.rpId ?? site.rpId, of.flags ?? present | verified | withCredential, device.counter),
        credential,
      ])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(authData)],
        ]) as never,
      )
      return answer(id, {
        clientDataJSON,
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers the options for using it. */
    get: ({ challenge }: Options, of: Partial<Site & { flags: number; key: KeyObject }> = {}) => {
      device.counter += 1
      const clientDataJSON = clientData('webauthn.get', challenge, of.origin ?? site.origin)
      const authenticatorData = header(of.rpId ?? site.rpId, of.flags ?? present | verified, device.counter)
      const signature = createSign('sha256')
        .update(authenticatorData)
        .update(createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest())
        .sign(of.key ?? privateKey)
      return answer(id, {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
  return device
}

const answer = (id: Buffer, response: object) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  response,
  clientExtensionResults: {},
})

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

function header(rpId: string, flags: number, counter: number) {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags, 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const point = (coordinate: unknown) => Uint8Array.from(Buffer.from(String(coordinate), 'base64url'))
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]) as never,
    ),
  )
}

function uint16(value: number): Buffer {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(value)
  return two
}
