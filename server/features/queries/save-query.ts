import * as contract from '@saldo/contract/backoffice/queries'
import { holdsIban } from '@saldo/domain/iban'
import { bindParameters } from '@saldo/domain/queries/parameters'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { requireAuthor } from './authors.ts'
import { queryDetail } from './saved-queries-list.ts'

type Written = z.output<typeof contract.createSavedQuery.body>

export const createSavedQuery = serve(contract.createSavedQuery, async ({ tx, actor, body }) => {
  const author = actor.user_id as number
  await requireFit(tx, author, body)
  const { name, description, tags, runnable_by } = body
  const [row] = await conflictIfNotUnique(
    tx`
      insert into saved_queries (name, description, tags, runnable_by, created_by)
      values (${name}, ${description}, ${tags}, ${runnable_by}, ${author}) returning query_id`,
    anotherHasIt,
  )
  const query_id = row?.query_id as number
  await insertVersion(tx, { query_id, version: 1, author, body })
  return queryDetail(tx, author, query_id)
})

/**
 * The newest version that its reader saw must still be the newest, so that nobody writes over another's work unseen. Whom it
 * takes from those who may run the query cannot run it any more; whom it adds can once the new version is approved.
 */
export const changeSavedQuery = serve(contract.changeSavedQuery, async ({ tx, actor, body }) => {
  const author = actor.user_id as number
  await requireFit(tx, author, body)
  const { query_id, name, description, tags, runnable_by } = body
  const newest = await lockNewest(tx, query_id, body.newest)
  await conflictIfNotUnique(
    tx`
      update saved_queries
      set name = ${name}, description = ${description}, tags = ${tags}, updated_at = now()
      where query_id = ${query_id}`,
    anotherHasIt,
  )
  const adds = await changeRunners(tx, query_id, newest, runnable_by)
  const [same] = adds
    ? []
    : await tx`
        select from saved_query_versions
        where query_id = ${query_id} and version = ${newest} and text = ${body.text}
          and parameters = ${tx.json(body.parameters)}::jsonb and chart is not distinct from ${jsonOrNull(tx, body.chart)}::jsonb`
  if (!same) await insertVersion(tx, { query_id, version: newest + 1, author, body })
  return queryDetail(tx, author, query_id)
})

/**
 * Takes from those who may run the query whoever is not wanted any more. @returns whether the others wanted need a version of
 * their own: an approved version lets run it whom it still lets, one that is not approved yet whom it says.
 */
async function changeRunners(
  tx: Tx,
  query_id: number,
  newest: number,
  wanted: number[] | null,
): Promise<boolean> {
  const [now] = await tx<{ effective: number[] | null; said: number[] | null; approved: boolean }[]>`
    select q.runnable_by as effective, v.runnable_by as said, v.state = 'approved' as approved
    from saved_queries q join saved_query_versions v using (query_id)
    where q.query_id = ${query_id} and v.version = ${newest}`
  if (!now) throw new Error('a query without versions')
  const { effective, said, approved } = now
  const left = wanted && (effective ?? wanted).filter((id) => wanted.includes(id))
  if (left && !within(effective, left))
    await tx`update saved_queries set runnable_by = ${left} where query_id = ${query_id}`
  return approved ? !within(wanted, effective) : !(within(wanted, said) && within(said, wanted))
}

/** Whether all of these users are among those; null is every super user. */
const within = (these: number[] | null, those: number[] | null) =>
  those === null || (these?.every((id) => those.includes(id)) ?? false)

export const archiveSavedQuery = serve(contract.archiveSavedQuery, async ({ tx, actor, params }) => {
  await requireAuthor(tx, actor.user_id)
  const { count } = await tx`
    update saved_queries set archived_at = coalesce(archived_at, now()), updated_at = now() where query_id = ${params.id}`
  if (count === 0) throw notFound('L’interrogazione')
  return undefined
})

/**
 * Locks the query. @returns its newest version. @throws 404, and 409 when that is not the one that the caller read, or when
 * the query is archived.
 */
export async function lockNewest(tx: Tx, query_id: number, read: number): Promise<number> {
  const [query] = await tx`
    select archived_at is not null as archived from saved_queries where query_id = ${query_id} for update`
  if (!query) throw notFound('L’interrogazione')
  if (query.archived)
    throw conflict('query_archived', 'Questa interrogazione è archiviata: scrivine un’altra.')
  const [row] = await tx`select max(version) as newest from saved_query_versions where query_id = ${query_id}`
  const newest = row?.newest as number
  if (newest !== read)
    throw conflict(
      'query_changed',
      `Intanto qualcuno ha scritto la versione ${newest}: aggiorna la pagina e guardala.`,
    )
  return newest
}

const insertVersion = (
  tx: Tx,
  { query_id, version, author, body }: { query_id: number; version: number; author: number; body: Written },
) => tx`
  insert into saved_query_versions (query_id, version, text, parameters, chart, note, runnable_by, written_by)
  values (${query_id}, ${version}, ${body.text}, ${tx.json(body.parameters)}, ${jsonOrNull(tx, body.chart)}, ${body.note},
    ${body.runnable_by}, ${author})`

const jsonOrNull = (tx: Tx, value: Written['chart']) => (value === null ? null : tx.json(value))

/** 403 for whoever writes no queries, 400 at the field for a text that does not fit its parameters. */
async function requireFit(tx: Tx, author: number, { text, parameters, runnable_by }: Written): Promise<void> {
  await requireAuthor(tx, author)
  const bound = bindParameters(text, parameters)
  if ('fault' in bound) throw badInput({ text: bound.fault })
  if (holdsIban(text))
    throw badInput({ text: 'Il testo resta e lo leggono altri: al posto dell’IBAN usa un parametro.' })
  const withoutOptions = parameters.findIndex(({ type, options }) => type === 'choice' && !options?.length)
  if (withoutOptions >= 0)
    throw badInput({ [`parameters.${withoutOptions}.options`]: 'Scrivi almeno un valore.' })
  const [row] = await tx`
    select count(*)::int as known from users where user_id = any (${runnable_by ?? []}::bigint[]) and flag_super_user`
  if ((row?.known as number) < new Set(runnable_by ?? []).size) throw notFound('Uno degli utenti')
}

const anotherHasIt = { one_query_per_name: { name: 'C’è già un’interrogazione con questo nome.' } }
