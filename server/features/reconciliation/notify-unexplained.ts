import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyCustomer } from '../messages/notify-users.ts'

type Unexplained = {
  customer_id: number
  items: number
  difference: number
  day: string
  newest: number
  opened: number
}

/**
 * Notifies each customer of unexplained differences after a night's comparison: once, and again when there are more.
 */
export async function notifyUnexplained(services: Services, tx: Tx): Promise<void> {
  const customers = await tx<Unexplained[]>`
    select customer_id, count(*) as items, sum(abs(difference))::bigint as difference, max(day) as day,
      max(item_id) as newest, max(opened) as opened
    from reconciliation_items
    where state = 'open' and customer_id is not null
    group by customer_id order by customer_id`
  for (const { customer_id, items, difference, day, newest, opened } of customers)
    await notifyCustomer(services, tx, customer_id, {
      kind: 'reconciliation',
      title: `Quadratura: ${items === 1 ? 'una voce' : `${items} voci`} da spiegare`,
      body: `I libri non dicono lo stesso: ${formatEuro(difference)} di differenza, l’ultima del ${formatDate(day)}.`,
      link: `/quadratura?day=${day}`,
      dedupe_key: `reconciliation:${newest}:${opened}`,
    })
}
