import * as contract from '@saldo/contract/backoffice/queries'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { notifyBackOffice } from '../messages/notify-users.ts'
import { requireAuthor } from './authors.ts'
import { lockNewest } from './save-query.ts'
import { ownVersion, queryDetail } from './saved-queries-list.ts'

export const submitSavedQuery = serve(
  contract.submitSavedQuery,
  async ({ services, tx, actor, params: { id }, body: { version } }) => {
    await requireNewest(tx, actor.user_id, id, version, 'draft')
    await tx`
      update saved_query_versions set state = 'submitted' where query_id = ${id} and version = ${version}`
    const detail = await queryDetail(tx, actor.user_id, id)
    await notifyBackOffice(services, tx, {
      kind: 'query',
      title: 'Un’interrogazione aspetta l’approvazione',
      body: `${await actorName(tx)} chiede di approvare la versione ${version} di «${detail.name}».`,
      link: `/admin-management/query-admin/${id}`,
      dedupe_key: `query-submitted:${id}:${version}`,
    })
    return detail
  },
)

export const approveSavedQuery = serve(contract.approveSavedQuery, async ({ tx, actor, params, body }) => {
  await requireAnothers(tx, actor.user_id, params.id, body.version)
  await tx`
    update saved_query_versions set state = 'approved', decided_by = ${actor.user_id}, decided_at = now()
    where query_id = ${params.id} and version = ${body.version}`
  return queryDetail(tx, actor.user_id, params.id)
})

export const rejectSavedQuery = serve(contract.rejectSavedQuery, async ({ tx, actor, params, body }) => {
  await requireAnothers(tx, actor.user_id, params.id, body.version)
  await tx`
    update saved_query_versions
    set state = 'rejected', reason = ${body.reason}, decided_by = ${actor.user_id}, decided_at = now()
    where query_id = ${params.id} and version = ${body.version}`
  return queryDetail(tx, actor.user_id, params.id)
})

/** The version is the newest one, is in this state, and the caller writes queries. */
async function requireNewest(
  tx: Tx,
  user_id: number | null,
  query_id: number,
  version: number,
  state: 'draft' | 'submitted',
): Promise<{ written_by: number }> {
  await requireAuthor(tx, user_id)
  await lockNewest(tx, query_id, version)
  const [row] = await tx<{ state: string; written_by: number }[]>`
    select state, written_by from saved_query_versions where query_id = ${query_id} and version = ${version}`
  if (row?.state !== state)
    throw conflict(
      'query_version_decided',
      'Su questa versione si è già deciso, o non è ancora da approvare: aggiorna la pagina.',
    )
  return row
}

/** The database refuses it too (`decided_by_another`), and an approver who is no second person (`is_approved`). */
async function requireAnothers(
  tx: Tx,
  user_id: number | null,
  query_id: number,
  version: number,
): Promise<void> {
  const { written_by } = await requireNewest(tx, user_id, query_id, version, 'submitted')
  if (written_by === user_id) throw conflict('own_version', ownVersion)
}
