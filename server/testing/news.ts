import type { Services } from '../services.ts'

/** The messages that a customer's users got, newest first, one row for each user. */
export const newsOf = (services: Services, customer_id: number) =>
  services.asSystem(
    (tx) => tx<{ title: string; body: string; metadata: { kind: string; link: string } }[]>`
      select m.title, m.body, m.metadata from push_messages m join users u on u.user_id = m.user_id
      where u.customer_id = ${customer_id} order by m.push_message_id desc`,
  )
