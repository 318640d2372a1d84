import { formatDateTime } from '@saldo/domain/dates'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import type { Person } from './read-person.ts'

/**
 * Mails the user that their password was changed, and what to do if it was not them. A user without an address gets
 * none.
 */
export async function notifyPasswordChanged(
  services: Services,
  tx: Tx,
  { user_id, nominative, email }: Pick<Person, 'user_id' | 'nominative' | 'email'>,
  { headers }: FastifyRequest,
): Promise<void> {
  if (!email) return
  const now = new Date().toISOString()
  await queueEmail(services, tx, {
    template: 'password-changed',
    to: email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `password-changed:${user_id}:${now}`,
    values: {
      nominative,
      when: formatDateTime(now).replace(' ', ' alle '),
      device: describeDevice(headers['user-agent'] ?? null),
      url: `${services.env.PUBLIC_URL}/#/auth/recovery`,
    },
  })
}
