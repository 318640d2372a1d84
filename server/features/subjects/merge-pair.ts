import { formatDate } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'

/** A record as merging needs it: its values, and whose user account it has. */
export type MergeSide = {
  subject_id: number
  customer_id: number
  user_id: number | null
  nominative: string
  fiscal_code: string | null
  email: string | null
  pec: string | null
  phone: string | null
  address: string | null
  house_number: string | null
  city: string | null
  city_id: string | null
  zip_code: string | null
  prov: string | null
}
type PairIds = { kept_id: number; merged_id: number }
export type MergePair = { kept: MergeSide; merged: MergeSide }

/** Both records. Throws 404 if either is not visible to the actor, 409 if both are the same record. */
export async function findPair(tx: Tx, { kept_id, merged_id }: PairIds): Promise<MergePair> {
  const sides = await tx<MergeSide[]>`
    select subject_id, customer_id, user_id, nominative, fiscal_code, email, pec, phone, address, house_number, city, city_id,
      zip_code, prov
    from subjects where subject_id in (${kept_id}, ${merged_id}) and merged_into is null`
  const kept = sides.find(({ subject_id }) => subject_id === kept_id)
  const merged = sides.find(({ subject_id }) => subject_id === merged_id)
  if (!kept || !merged || kept.customer_id !== merged.customer_id) throw notFound('Una delle due persone')
  if (kept_id === merged_id) throw conflict('same_person', 'È la stessa scheda: scegline un’altra da unire.')
  return { kept, merged }
}

/** Locks both records and reads them. */
export async function lockPair(tx: Tx, ids: PairIds): Promise<MergePair> {
  await tx`
    select from subjects where subject_id in (${ids.kept_id}, ${ids.merged_id}) order by subject_id for update`
  return findPair(tx, ids)
}

/** Reasons against merging, as sentences for people. */
export async function whyNoMerge(tx: Tx, { kept, merged }: MergePair): Promise<string[]> {
  const [found] = await tx<{ under_way: boolean; same_code: boolean | null }[]>`
    select
      exists (select from payments p where p.customer_id = ${merged.customer_id} and p.subject_id = ${merged.subject_id}
        and p.state in ('created', 'requires_action', 'processing', 'unknown')) as under_way,
      plain_fiscal_code(${kept.fiscal_code}) = plain_fiscal_code(${merged.fiscal_code}) as same_code`
  const closed = await closedWith(tx, merged)
  const refusals: string[] = []
  if (closed)
    refusals.push(
      `${merged.nominative} ha movimenti in un periodo chiuso di ${closed.name} (fino al ${formatDate(closed.closed_to)}): unire le schede cambierebbe un estratto conto già dato. Riapri il periodo, unisci, poi richiudilo.`,
    )
  if (found?.same_code === false)
    refusals.push(
      'I codici fiscali sono di due persone diverse. Se uno è sbagliato, correggilo prima di unire.',
    )
  if (found?.under_way)
    refusals.push(
      `${merged.nominative} ha un pagamento in corso: aspetta che la banca risponda, poi unisci le schede.`,
    )
  const joined = await accessMeetsMethods(tx, { kept, merged })
  if (joined) refusals.push(joined)
  if (kept.user_id !== null && merged.user_id !== null && kept.user_id !== merged.user_id)
    refusals.push(
      'Le due schede sono di due utenti diversi che accedono a Saldo: togli prima l’accesso a uno dei due.',
    )
  return refusals
}

/**
 * Why not, when one record has a resident's access and the other saved payment methods: whoever signs in would see and use
 * the methods of somebody else.
 */
async function accessMeetsMethods(tx: Tx, { kept, merged }: MergePair): Promise<string | null> {
  if ((kept.user_id === null) === (merged.user_id === null)) return null
  const [reader, holder] = kept.user_id === null ? [merged, kept] : [kept, merged]
  const saved = await tx`
    select from payment_sources
    where customer_id = ${holder.customer_id} and subject_id = ${holder.subject_id}
      and state in ('pending', 'active', 'removing') limit 1`
  if (saved.length === 0) return null
  const [of_reader, of_holder] = reader === kept ? ['che resta', 'da unire'] : ['da unire', 'che resta']
  return `La scheda ${of_holder} (${holder.nominative}) ha una carta o un conto salvati, e quella ${of_reader} (${reader.nominative}) ha l’accesso a Saldo: unendole, chi accede potrebbe usarli. Togli prima l’accesso, unisci, e poi invita di nuovo; oppure elimina prima i metodi salvati.`
}

/** A condominium in whose closed period the person has entries: merging would change the entries' person. */
async function closedWith(tx: Tx, { customer_id, subject_id }: MergeSide) {
  const [closed] = await tx<{ name: string; closed_to: string }[]>`
    select a.name, c.closed_to from (
      select account_id, min(day) as first from ledger_entries
      where customer_id = ${customer_id} and subject_id = ${subject_id} group by account_id) e
    join accounts a on a.customer_id = ${customer_id} and a.account_id = e.account_id
    cross join lateral (select books_closed_to(a.customer_id, a.account_id) as closed_to) c
    where c.closed_to >= e.first order by a.name limit 1`
  return closed ?? null
}
