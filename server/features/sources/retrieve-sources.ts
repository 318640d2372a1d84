import * as contract from '@saldo/contract/payments/sources'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { shownAddress } from '../../mail/shown-address.ts'
import { answerWithin } from '../../provider/wait-for-provider.ts'
import type { Services } from '../../services.ts'
import { type Owner, ownersOf } from './owner.ts'
import { settleSource } from './settle-source.ts'
import { selectSources } from './source-view.ts'

/** At most so many sources are polled while a person waits for the page. */
const mostAsked = 5

export const retrieveSources = serveAcross(
  contract.retrieveSources,
  async ({ services, as, actor, params, body }) => {
    const owner_id = params.owner_id ?? 0
    const owners = await as((tx, actor) => ownersOf(tx, actor, owner_id))
    if (owners.length === 0 && owner_id !== 0) throw notFound('Questa persona')
    await askForWaiting(services, await as((tx) => waitingOf(tx, owners)))
    const sources = await as((tx) => sourcesOf(tx, owners, body?.type))
    return {
      owners: owners.map(({ subject_id, name, email, business_name }) => ({
        owner_id: subject_id ?? 0,
        name,
        email: shownAddress(actor, email),
        business_name,
      })),
      sources,
    }
  },
)

const ofOwners = (tx: Tx, owners: Owner[]) => tx`
  s.customer_id = any(${owners.map(({ customer_id }) => customer_id)})
  and coalesce(s.subject_id, 0) = any(${owners.map(({ subject_id }) => subject_id ?? 0)})`

const sourcesOf = (tx: Tx, owners: Owner[], type: contract.SourceType | undefined) =>
  selectSources(
    tx,
    tx`${ofOwners(tx, owners)} and s.state in ('pending', 'active', 'removing') ${type ? tx`and s.type = ${type}` : tx``}`,
  )

const waitingOf = (tx: Tx, owners: Owner[]) => tx<{ source_id: number }[]>`
  select s.source_id from payment_sources s
  where ${ofOwners(tx, owners)} and s.state in ('pending', 'removing') order by s.source_id desc limit ${mostAsked}`

/**
 * Polls pending sources, so that somebody who comes back from the bank's page sees the result. If the provider does not
 * answer, they stay pending.
 */
const askForWaiting = (services: Services, waiting: { source_id: number }[]) =>
  answerWithin(services, Promise.all(waiting.map(({ source_id }) => settleSource(services, source_id))))
