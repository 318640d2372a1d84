import * as contract from '@saldo/contract/payments/sources'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { answerWithin } from '../../provider/wait-for-provider.ts'
import { retire } from './delete-source.ts'
import { settleSource } from './settle-source.ts'

/** Removes only the office's own bank accounts; those of its subjects belong to the subjects. */
export const deleteSepa = serveAcross(contract.deleteSepa, async ({ services, as, params }) => {
  const ids = await as(async (tx) => {
    const [customer] = await tx`select from customers where customer_id = ${params.id}`
    if (!customer) throw notFound('Questo cliente')
    const own = await tx<{ source_id: number }[]>`
      select source_id from payment_sources
      where customer_id = ${params.id} and subject_id is null and type = 'sepa_debit'
        and state in ('draft', 'pending', 'active', 'removing')
      order by source_id for update`
    for (const { source_id } of own) await retire(services, tx, source_id)
    return own.map(({ source_id }) => source_id)
  })
  await answerWithin(services, Promise.all(ids.map((source_id) => settleSource(services, source_id))))
  const [counts] = await as(
    (tx) => tx`
      select count(*) filter (where state = 'removed')::int as removed,
        count(*) filter (where state = 'removing')::int as removing
      from payment_sources where source_id = any(${ids})`,
  )
  return counts as { removed: number; removing: number }
})
