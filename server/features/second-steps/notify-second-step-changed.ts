import { formatDateTime } from '@saldo/domain/dates'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'

/** Title and explanation of each change, for the mail. */
const changes = {
  totp_added: {
    title: 'Hai aggiunto un’app per i codici',
    meaning: 'Da ora, dopo la password, Saldo chiede un codice di quell’app.',
  },
  totp_removed: {
    title: 'Hai tolto l’app per i codici',
    meaning: 'Saldo non chiede più codici di quell’app.',
  },
  passkey_added: {
    title: 'Hai aggiunto una passkey',
    meaning: 'Da ora, dopo la password, puoi confermare con quella passkey.',
  },
  passkey_removed: {
    title: 'Hai tolto una passkey',
    meaning: 'Quella passkey non apre più il tuo accesso.',
  },
  codes_renewed: {
    title: 'Hai nuovi codici di recupero',
    meaning: 'I codici di prima non valgono più.',
  },
  recovery_code_used: {
    title: 'È stato usato un codice di recupero',
    meaning: 'Quel codice non vale più. Se ne restano pochi, creane di nuovi.',
  },
} as const

/**
 * Mails the user that a second step was changed, and what to do if it was not them. A user without an address gets
 * none. Runs in a transaction of the system.
 */
export async function notifySecondStepChanged(
  services: Services,
  tx: Tx,
  user_id: number,
  { headers, id }: FastifyRequest,
  change: keyof typeof changes,
): Promise<void> {
  const [user] = await tx<{ nominative: string; email: string | null }[]>`
    select nominative, email from users where user_id = ${user_id}`
  if (!user?.email) return
  await queueEmail(services, tx, {
    template: 'second-step-changed',
    to: user.email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `second-step:${user_id}:${change}:${id}`,
    values: {
      nominative: user.nominative,
      ...changes[change],
      when: formatDateTime(new Date().toISOString()).replace(' ', ' alle '),
      device: describeDevice(headers['user-agent'] ?? null),
      url: `${services.env.PUBLIC_URL}/#/auth/recovery`,
    },
  })
}
