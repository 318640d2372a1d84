import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'
import { requireMailRoom } from '../mail/mail-limit.ts'
import { queueEmail } from '../mail/queue-email.ts'
import type { Services } from '../services.ts'

/** Lifetime of a code in minutes, and how many wrong tries it allows. */
export const codeMinutes = 10
export const codeTries = 5

type Wanted = {
  template: 'one-time-code' | 'iban-code'
  purpose: string
  /** The record that the code confirms; null: only the e-mail address. */
  record_id: number | null
  /** The user who asked; null: somebody with a link. */
  user_id: number | null
  email: string
  /** The purpose of the code, as the mail states it. */
  about: string
}

/**
 * Mails a six-digit code, in a transaction of the system. Earlier codes for the same record stop working. Returns the
 * challenge that must come back with the digits; the database keeps only hashes of both. 429 when its mailbox had
 * too many.
 */
export async function mailCode(
  services: Services,
  tx: Tx,
  { template, purpose, record_id, user_id, email, about }: Wanted,
): Promise<{ frontend_code: string; email: string; expires_at: string }> {
  await requireMailRoom(tx, template, email)
  const frontend_code = randomBytes(24).toString('base64url')
  const asker_hash = hashToken(frontend_code)
  const otp = String(randomInt(1_000_000)).padStart(6, '0')
  if (record_id !== null)
    await tx`delete from one_time_codes where purpose = ${purpose} and record_id = ${record_id}`
  const [row] = await tx<{ code_id: number; expires_at: string }[]>`
    insert into one_time_codes (asker_hash, code_hash, purpose, record_id, user_id, email, expires_at)
    values (${asker_hash}, ${macOf(services, asker_hash, otp)}, ${purpose}, ${record_id}, ${user_id}, ${email},
      now() + make_interval(mins => ${codeMinutes}))
    returning code_id, expires_at`
  if (!row) throw new Error('no code')
  await queueEmail(services, tx, {
    template,
    to: email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `${template}:${row.code_id}`,
    values: {
      otp,
      about,
      minutes: String(codeMinutes),
      who_writes: 'Saldo ti scrive perché qualcuno ha chiesto un codice per questo indirizzo.',
    },
  })
  return { frontend_code, email, expires_at: row.expires_at }
}

/** Checks the digits of a challenge. Every check counts as a try, even if the caller fails afterwards. */
export const checkCode = (
  services: Services,
  user_id: number | null,
  frontend_code: string,
  otp: string,
): Promise<Verified | { wrong: string }> =>
  services.asSystem(async (tx) => {
    const [code] = await tx<Code[]>`
      select code_id, asker_hash, code_hash, email, tries, expires_at > now() as fresh, verified_at from one_time_codes
      where asker_hash = ${hashToken(frontend_code)} and user_id is not distinct from ${user_id} for update`
    return look(services, tx, code, otp)
  })

/** Checks the digits against the newest code of a record. @returns why the code is refused; null when it is right. */
export const checkCodeOf = (
  services: Services,
  { purpose, record_id }: Pick<Wanted, 'purpose'> & { record_id: number },
  otp: string,
): Promise<string | null> =>
  services.asSystem(async (tx) => {
    const [code] = await tx<Code[]>`
      select code_id, asker_hash, code_hash, email, tries, expires_at > now() as fresh, verified_at from one_time_codes
      where purpose = ${purpose} and record_id = ${record_id} order by code_id desc limit 1 for update`
    const looked = await look(services, tx, code, otp)
    return 'wrong' in looked ? looked.wrong : null
  })

type Verified = { code_id: number; email: string; verified_at: string }
type Code = {
  code_id: number
  asker_hash: Buffer
  code_hash: Buffer
  email: string
  tries: number
  fresh: boolean
  verified_at: string | null
}

async function look(
  services: Services,
  tx: Tx,
  code: Code | undefined,
  otp: string,
): Promise<Verified | { wrong: string }> {
  if (!code?.fresh) return { wrong: 'Questo codice è scaduto: chiedine un altro.' }
  if (code.tries >= codeTries) return { wrong: 'Troppi tentativi con questo codice: chiedine un altro.' }
  const { code_id, email } = code
  const right = timingSafeEqual(code.code_hash, macOf(services, code.asker_hash, otp.replace(/\s/g, '')))
  const [row] = await tx<{ tries: number; verified_at: string }[]>`
    update one_time_codes
    set tries = tries + ${right ? 0 : 1}, verified_at = case when ${right} then coalesce(verified_at, now()) else verified_at end
    where code_id = ${code_id} returning tries, verified_at`
  if (right && row) return { code_id, email, verified_at: row.verified_at }
  const left = codeTries - (row?.tries ?? codeTries)
  return {
    wrong:
      left > 0
        ? `Il codice non torna: ricontrollalo. ${tries(left)}`
        : 'Il codice non torna: chiedine un altro.',
  }
}

const tries = (left: number) => (left === 1 ? 'Resta un tentativo.' : `Restano ${left} tentativi.`)

const macOf = (services: Services, asker_hash: Buffer, otp: string) =>
  createHmac('sha256', Buffer.from(services.env.SALDO_SECRET, 'hex'))
    .update('one-time code')
    .update(asker_hash)
    .update(otp)
    .digest()
