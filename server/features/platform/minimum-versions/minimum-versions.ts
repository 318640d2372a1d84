import * as contract from '@saldo/contract/platform/minimum-versions'
import { type Edition, editions, isOlder } from '@saldo/domain/app-version'
import type { Tx } from '../../../db/connection.ts'
import { badInput } from '../../../http/errors.ts'
import { oldestOf } from '../../../http/refuse-old-apps.ts'
import { serve } from '../../../http/serve.ts'
import { minimum as of_release, version as running } from '../../../version.ts'

type Decision = { version: string; reason: string; set_by_name: string; set_at: string }

async function minimumOf(tx: Tx, edition: Edition): Promise<contract.MinimumVersion> {
  const [last] = await tx<Decision[]>`
    select version, reason, set_by_name, set_at from minimum_versions
    where edition = ${edition} order by minimum_version_id desc limit 1`
  return {
    ...{ edition, running, of_release, minimum: oldestOf(last?.version ?? null) },
    ...{ reason: last?.reason ?? null, set_by_name: last?.set_by_name ?? null, set_at: last?.set_at ?? null },
  }
}

const list = serve(contract.listMinimumVersions, async ({ tx }) => {
  const found: contract.MinimumVersion[] = []
  for (const edition of editions) found.push(await minimumOf(tx, edition))
  return found
})

/** All servers ask the database, so it holds for each of them from the next request on. */
const set = serve(contract.setMinimumVersion, async ({ tx, actor, params: { edition }, body }) => {
  const { minimum, reason } = body
  if (isOlder(running, minimum))
    throw badInput({ minimum: `Il server è alla ${running}: nessuno potrebbe più entrare.` })
  if (isOlder(minimum, of_release))
    throw badInput({ minimum: `Questa versione di Saldo capisce le app dalla ${of_release} in poi.` })
  await tx`
    insert into minimum_versions (edition, version, reason, set_by, set_by_name)
    values (${edition}, ${minimum}, ${reason}, ${actor.user_id}, actor_nominative())`
  return minimumOf(tx, edition)
})

export const minimumVersionRoutes = [list, set]
