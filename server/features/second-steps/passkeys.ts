import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'

/*
 * A passkey proves that its holder is there and has unlocked it (user verification is always asked for), so it may also
 * stand in for the password when a session proves itself again. Passkeys belong to the host name of PUBLIC_URL.
 */
const site = ({ env }: Services) => {
  const { hostname, origin } = new URL(env.PUBLIC_URL)
  return { rpID: hostname, expectedRPID: hostname, expectedOrigin: origin }
}
const challengeMinutes = 5
/**
 * EdDSA, ES256, RS256: the algorithms that devices use. Listed because the library's default also tries Node's
 * experimental ones.
 */
const supportedAlgorithmIDs = [-8, -7, -257]
type Purpose = 'sign_in' | 'step_up' | 'add'

/** Options for a browser to ask for one of the user's passkeys; null when there is none. */
export async function passkeyRequestOptions(
  services: Services,
  tx: Tx,
  user_id: number,
  purpose: 'sign_in' | 'step_up',
): Promise<Record<string, unknown> | null> {
  const allowCredentials = await credentialsOf(tx, user_id)
  if (allowCredentials.length === 0) return null
  const { rpID } = site(services)
  const options = await generateAuthenticationOptions({
    rpID,
    allowCredentials,
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
  })
  await storeChallenge(tx, options.challenge, user_id, purpose)
  return { ...options }
}

/** Verifies that a passkey of the user answered one of our challenges, for this purpose and for the first time. */
export async function acceptPasskey(
  services: Services,
  tx: Tx,
  user_id: number,
  purpose: 'sign_in' | 'step_up',
  answer: unknown,
): Promise<boolean> {
  const response = read(Assertion, answer)
  const challenge = response && (await findChallenge(tx, response.response.clientDataJSON, user_id, purpose))
  if (!response || !challenge) return false
  const [known] = await tx<Kept[]>`
    select passkey_id, credential_id, public_key, counter from passkeys
    where user_id = ${user_id} and credential_id = ${response.id} for update`
  if (!known) return false
  const { expectedRPID, expectedOrigin } = site(services)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: {
      id: known.credential_id,
      publicKey: Uint8Array.from(known.public_key),
      counter: known.counter,
    },
  }).catch(notVerified)
  if (!verified || !authenticationInfo) return false
  await tx`
    update passkeys set counter = ${authenticationInfo.newCounter}, used_at = now() where passkey_id = ${known.passkey_id}`
  return spendChallenge(tx, challenge)
}

type Kept = { passkey_id: number; credential_id: string; public_key: Buffer; counter: number }

/** Options for a browser to create a passkey, on a device that holds none of the user's. */
export async function passkeyCreationOptions(
  services: Services,
  tx: Tx,
  user: { user_id: number; user_name: string; nominative: string },
): Promise<Record<string, unknown>> {
  const options = await generateRegistrationOptions({
    rpName: 'Saldo',
    rpID: site(services).rpID,
    userName: user.user_name,
    userDisplayName: user.nominative,
    userID: new TextEncoder().encode(`saldo user ${user.user_id}`),
    excludeCredentials: await credentialsOf(tx, user.user_id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    timeout: challengeMinutes * 60_000,
    supportedAlgorithmIDs,
  })
  await storeChallenge(tx, options.challenge, user.user_id, 'add')
  return { ...options }
}

/** Stores the passkey that a browser created. @returns its id; null when it does not answer options of ours */
export async function storePasskey(
  services: Services,
  tx: Tx,
  of: { user_id: number; name: string },
  answer: unknown,
): Promise<number | null> {
  const response = read(Attestation, answer)
  const challenge = response && (await findChallenge(tx, response.response.clientDataJSON, of.user_id, 'add'))
  if (!response || !challenge) return null
  const { expectedRPID, expectedOrigin } = site(services)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    supportedAlgorithmIDs,
  }).catch(notVerified)
  if (!verified || !registrationInfo || !(await spendChallenge(tx, challenge))) return null
  const { id, publicKey, counter } = registrationInfo.credential
  const [row] = await tx<{ passkey_id: number }[]>`
    insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
    values (${of.user_id}, ${of.name}, ${id}, ${Buffer.from(publicKey)}, ${counter},
      ${response.response.transports ?? []})
    returning passkey_id`
  return row?.passkey_id ?? null
}

/** The library throws at every irregularity, a wrong signature included. */
const notVerified = () => ({ verified: false, authenticationInfo: undefined, registrationInfo: undefined })

const credentialsOf = (tx: Tx, user_id: number) => tx<{ id: string; transports: string[] }[]>`
  select credential_id as id, transports from passkeys where user_id = ${user_id} order by passkey_id`

const storeChallenge = (tx: Tx, challenge: string, user_id: number, purpose: Purpose) => tx`
  insert into passkey_challenges (challenge, user_id, purpose, expires_at)
  values (${challenge}, ${user_id}, ${purpose}, now() + make_interval(mins => ${challengeMinutes}))`

/** Finds the challenge named by the browser, if it is ours and unused. */
async function findChallenge(tx: Tx, clientDataJSON: string, user_id: number, purpose: Purpose) {
  const said = read(ClientData, parsed(Buffer.from(clientDataJSON, 'base64url').toString()))
  const [row] = await tx<{ challenge: string }[]>`
    select challenge from passkey_challenges
    where challenge = ${said?.challenge ?? ''} and user_id = ${user_id} and purpose = ${purpose}
      and expires_at > now()
    for update`
  return row?.challenge ?? null
}

const spendChallenge = async (tx: Tx, challenge: string) =>
  (await tx`delete from passkey_challenges where challenge = ${challenge}`).count > 0

const Encoded = z.string().regex(/^[\w-]{1,8000}$/)
const Assertion = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }),
  clientExtensionResults: z.looseObject({}).default({}),
})
const Attestation = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z
      .array(z.string().regex(/^[\w-]{1,20}$/))
      .max(10)
      .optional(),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
})
const ClientData = z.object({ challenge: Encoded })

/** The answer is JSON text in a form, and an object in a JSON body. */
const read = <S extends z.ZodType>(schema: S, answer: unknown): z.output<S> | null =>
  schema.safeParse(typeof answer === 'string' ? parsed(answer) : answer).data ?? null

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
