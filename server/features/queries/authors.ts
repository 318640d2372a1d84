import * as contract from '@saldo/contract/backoffice/queries'
import type { Tx } from '../../db/connection.ts'
import { ApiError, badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

/** Whether this super user writes queries: one who is named, or anybody while nobody is. */
export async function isAuthor(tx: Tx, user_id: number): Promise<boolean> {
  const [row] = await tx<{ may: boolean }[]>`
    select not exists (select from query_authors) or exists (select from query_authors where user_id = ${user_id}) as may`
  return row?.may ?? false
}

/** 403 for a super user who does not write queries. */
export async function requireAuthor(tx: Tx, user_id: number | null): Promise<void> {
  if (user_id === null || !(await isAuthor(tx, user_id)))
    throw new ApiError(
      403,
      'not_author',
      'Le interrogazioni le scrive chi è fra gli autori: chiedilo a uno di loro.',
    )
}

export const getQueryAuthors = serve(contract.getQueryAuthors, ({ tx, actor }) =>
  authorsFor(tx, actor.user_id as number),
)

/**
 * An author names the authors, themselves included: whoever is not one cannot make themselves one. They are at least two,
 * because another one than the writer approves.
 */
export const setQueryAuthors = serve(contract.setQueryAuthors, async ({ tx, actor, body: { user_ids } }) => {
  const me = actor.user_id as number
  await tx`select pg_advisory_xact_lock(hashtext('query_authors'))`
  await requireAuthor(tx, me)
  const known = await tx<{ of_back_office: boolean }[]>`
    select flag_super_user and state <> 'removed' as of_back_office from users where user_id = any (${user_ids}::bigint[])`
  if (known.length < new Set(user_ids).size) throw notFound('Uno degli utenti')
  if (known.some(({ of_back_office }) => !of_back_office))
    throw badInput({ user_ids: 'Le interrogazioni le scrive solo chi lavora nel backoffice.' })
  if (new Set(user_ids).size === 1)
    throw badInput({
      user_ids: 'Nomina almeno due autori, o nessuno: ciò che uno scrive lo approva un altro.',
    })
  if (user_ids.length > 0 && !(await holdsTwoPeople(tx, user_ids)))
    throw badInput({
      user_ids:
        'Gli autori che scegli contano come una persona sola: uno ha invitato gli altri, o ne ha cambiato l’accesso.',
    })
  if (user_ids.length > 0 && !user_ids.includes(me))
    throw badInput({ user_ids: 'Resta fra gli autori: ti può togliere un altro autore.' })
  await tx`delete from query_authors where user_id <> all (${user_ids}::bigint[])`
  await tx`
    insert into query_authors (user_id, named_by) select unnest(${user_ids}::bigint[]), ${me} on conflict do nothing`
  return authorsFor(tx, me)
})

/** Whether two of them may approve each other's queries. */
async function holdsTwoPeople(tx: Tx, user_ids: readonly number[]): Promise<boolean> {
  const [found] = await tx<[{ holds: boolean }]>`
    select exists (
      select from unnest(${user_ids}::bigint[]) one (id), unnest(${user_ids}::bigint[]) other (id)
      where one.id <> other.id and not one_hand(one.id, other.id)
    ) as holds`
  return found.holds
}

async function authorsFor(tx: Tx, user_id: number) {
  const people = await tx<{ user_id: number; nominative: string; is_author: boolean }[]>`
    select u.user_id, u.nominative, a.user_id is not null as is_author
    from users u left join query_authors a using (user_id)
    where u.flag_super_user and u.state <> 'removed' order by u.nominative, u.user_id`
  const person = ({ user_id, nominative }: (typeof people)[number]) => ({ user_id, nominative })
  const authors = people.filter(({ is_author }) => is_author)
  return {
    authors: authors.map(person),
    everybody: authors.length === 0,
    people: people.map(person),
    is_author: authors.length === 0 || authors.some((each) => each.user_id === user_id),
  }
}
