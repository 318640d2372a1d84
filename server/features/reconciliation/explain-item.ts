import * as contract from '@saldo/contract/reports/reconciliation'
import { conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { type Item, lockItem, mustAllow, viewItem } from './item.ts'
import { sumUpDay } from './match.sql.ts'

/**
 * Stores a person's explanation with name and time. The item counts as explained while its difference stays the same.
 */
export const explainReconciliationItem = serveAcross(
  contract.explainReconciliationItem,
  async ({ services, as, params, body }) => {
    const item = await as(async (tx) => {
      const locked = await lockItem(tx, params.id)
      mustAllow(locked, 'explain')
      await tx`
        update reconciliation_items
        set state = 'explained', reason = ${body.reason}, explained_by = ${await actorName(tx)}, explained_at = now()
        where item_id = ${params.id}`
      return locked
    })
    await sumUp(services, item)
    return as((tx) => viewItem(tx, params.id))
  },
)

export const reopenReconciliationItem = serveAcross(
  contract.reopenReconciliationItem,
  async ({ services, as, params }) => {
    const item = await as(async (tx) => {
      const locked = await lockItem(tx, params.id)
      if (locked.state !== 'explained')
        throw conflict('not_explained', 'Non c’è una spiegazione da annullare.')
      await tx`
        update reconciliation_items set state = 'open', reason = null, explained_by = null, explained_at = null
        where item_id = ${params.id}`
      return locked
    })
    await sumUp(services, item)
    return as((tx) => viewItem(tx, params.id))
  },
)

const sumUp = (services: Services, item: Item) => services.asSystem((tx) => sumUpDay(tx, item))
