import * as contract from '@saldo/contract/identity/users'
import { formatDateTime } from '@saldo/domain/dates'
import { ApiError } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { consumeEmailToken } from '../../identity/one-time-tokens.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { readPerson } from '../passwords/read-person.ts'

/** Tells the previous address that it is no longer used, and what to do if that is wrong. */
export const confirmEmail = serveOpenly(contract.confirmEmail, ({ services, params }) =>
  services.asSystem(async (tx) => {
    const taken = await consumeEmailToken(tx, params.token)
    const user = taken && (await readPerson(tx, taken.user_id))
    if (!user) throw linkGone()
    await tx`update users set email = ${taken.email} where user_id = ${user.user_id}`
    if (user.email) {
      const now = new Date().toISOString()
      await queueEmail(services, tx, {
        template: 'email-changed',
        to: user.email,
        customer_id: null,
        bill_id: null,
        dedupe_key: `email-changed:${user.user_id}:${now}`,
        values: {
          nominative: user.nominative,
          user_name: user.user_name,
          when: formatDateTime(now).replace(' ', ' alle '),
          who_writes: 'Saldo ti scrive perché fino a ora questo era l’indirizzo del tuo accesso.',
        },
      })
    }
    return { email: taken.email }
  }),
)

const linkGone = () =>
  new ApiError(
    410,
    'link_gone',
    'Questo link è scaduto o è già stato usato: cambia di nuovo l’indirizzo nelle impostazioni.',
  )
