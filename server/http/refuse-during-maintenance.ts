import type { Endpoint } from '@saldo/contract/endpoint'
import { needsImpersonation } from '@saldo/contract/sections'
import { maintenanceSentence } from '@saldo/domain/platform/maintenance-sentence'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './errors.ts'

/** The columns that `withMaintenance` adds. */
type MaintenanceRow = { maintenance_until: Date | string | null; maintenance_message: string | null }

/**
 * Asks, in the query that becomes the actor, which maintenance covers them: no further round trip. The row has `found` if
 * there is such an actor; without one it still says whether everybody is covered.
 */
export const withMaintenance = (
  tx: Tx,
  become: PendingQuery<Row[]>,
  covered: 'user' | 'everybody',
): PendingQuery<Row[]> => tx`
  select b.*, m.*
  from (select) once
  left join (select true as found, a.* from (${become}) a) b on true
  left join lateral maintenance_of(${
    covered === 'user'
      ? tx`case when b.role not like 'super_user%' then b.user_id end, b.customer_id`
      : tx`null::bigint, case when b.found then null::bigint end`
  }) m on true`

/**
 * Refuses, with 503 and Retry-After, whoever a maintenance covers, at all endpoints but those that answer then too. A super user is
 * never kept out; only what they would do in the name of an office that is covered waits like the office.
 */
export function refuseDuringMaintenance(endpoint: Endpoint, actor: Actor, row: Row): void {
  const { maintenance_until: until, maintenance_message: message } = row as MaintenanceRow
  if (until === null || endpoint.during_maintenance) return
  if (actor.role === 'super_user' && !actsForOffice(endpoint, actor)) return
  throw underMaintenance(new Date(until), message)
}

const actsForOffice = (endpoint: Endpoint, actor: Extract<Actor, { role: 'super_user' }>) =>
  needsImpersonation(endpoint) && actor.customer_id !== null && actor.impersonated_id === actor.customer_id

/** The same for an endpoint that asks nobody who they are: it is closed when everybody is kept out. */
export async function refuseWhileClosed({ sql }: Services, endpoint: Endpoint): Promise<void> {
  if (endpoint.during_maintenance) return
  const [row] = await sql<MaintenanceRow[]>`select * from maintenance_of(null, null)`
  if (row?.maintenance_until) throw underMaintenance(new Date(row.maintenance_until), row.maintenance_message)
}

function underMaintenance(until: Date, message: string | null): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  const sentence = maintenanceSentence(until.toISOString())
  return new ApiError(503, 'under_maintenance', message ? `${sentence} ${message}` : sentence, {
    headers: { 'retry-after': String(seconds) },
    maintenance: { until: until.toISOString(), message },
  })
}
