import { fold } from '@saldo/domain/fold'
import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'
import type { PeopleAnswers, PeopleQuestion } from './people-questions.ts'

type Homonym = {
  account_id: number
  holder: string
  subject_id: number
  nominative: string
  units: string
  units_in_file: string
  rows: number[]
}

/**
 * Asks whether a name without tax code is the office's person of that name, when the file gives it only units that this
 * person does not have and no contact of theirs: they may be two people. Whoever is another person becomes a new one.
 * `settled` are the rows about which another question asked.
 */
export async function askHomonyms(
  tx: Tx,
  import_id: number,
  answers: PeopleAnswers,
  settled: readonly number[],
): Promise<PeopleQuestion[]> {
  const found = await homonymsOf(tx, import_id, settled)
  const forAll = answers[FOR_ALL]
  const isForAll = forAll === SAME || forAll === NEW
  const all = found.length > 1 || (found.length > 0 && isForAll) ? [aboutAll(found)] : []
  const asked = all.length === 0 || (forAll === EACH && found.length <= MOST_ASKED) ? found : []
  const others =
    all.length > 0 && forAll === NEW ? found : asked.filter((each) => answers[questionOf(each)] === NEW)
  if (others.length > 0)
    await tx`
      update import_rows set subject_id = null, right_holder_id = null, opening = amount <> 0
      where row_id = any(${others.flatMap(({ rows }) => rows)})`
  return [...all, ...asked.map(aboutOne)]
}

const [FOR_ALL, SAME, NEW, EACH] = ['person:homonyms', 'same', 'new', 'each']
/** With more homonyms than that, people are not asked one by one: they add tax codes to the file instead. */
const MOST_ASKED = 500

const questionOf = ({ account_id, holder }: Homonym): string =>
  `person:${account_id}:${fold(holder)}:homonym`.slice(0, 200)

const aboutOne = (homonym: Homonym): PeopleQuestion => ({
  question: questionOf(homonym),
  text: `${homonym.holder} nel foglio ha ${homonym.units_in_file}; in Saldo ${homonym.nominative} ha ${homonym.units}: è la stessa persona?`,
  options: [
    { value: `is:${homonym.subject_id}`, label: `Sì, è ${homonym.nominative}`, detail: null },
    { value: NEW as string, label: 'No, è un’altra persona con lo stesso nome', detail: null },
  ],
  free: null,
  proposal: null,
})

const aboutAll = (found: readonly Homonym[]): PeopleQuestion => ({
  question: FOR_ALL,
  text: `${found.length} nomi del foglio sono di persone che in Saldo hanno altre unità (${found
    .slice(0, 3)
    .map(({ holder }) => holder)
    .join(', ')}${found.length > 3 ? ' …' : ''}): sono le stesse persone?`,
  options: [
    {
      value: SAME as string,
      label: 'Sì, sono le stesse persone',
      detail: 'le unità del foglio si aggiungono alle loro',
    },
    { value: NEW as string, label: 'No, sono altre persone con lo stesso nome', detail: null },
    ...(found.length > MOST_ASKED
      ? []
      : [{ value: EACH as string, label: 'Lo dico persona per persona', detail: null }]),
  ],
  free: null,
  proposal: null,
})

const homonymsOf = (tx: Tx, import_id: number, settled: readonly number[]) => tx<Homonym[]>`
  with rows as materialized (
    select r.row_id, r.account_id, r.subject_id, r.unit_id, r.candidate->>'holder' as holder, r.candidate->>'unit' as unit,
      r.candidate->>'email' as email, r.candidate->>'phone' as phone
    from import_rows r
    where ${rightRows(tx, import_id)} and r.subject_id is not null and not r.candidate ? 'fiscal_code'
      and not r.row_id = any(${settled as number[]}::bigint[])
  ), named as (
    select account_id, subject_id, min(holder) as holder, array_agg(row_id) as rows,
      'int. ' || string_agg(distinct unit, ', ') as units_in_file, array_agg(email) as emails, array_agg(phone) as phones,
      array_agg(unit_id) as unit_ids
    from rows group by 1, 2
  ), held as (
    select h.account_id, h.subject_id, array_agg(h.unit_id) as unit_ids, string_agg(distinct u.name, ', ') as units
    from right_holders h join units u on u.unit_id = h.unit_id
    where h.subject_id in (select subject_id from named)
    group by 1, 2
  )
  select n.account_id, n.holder, n.subject_id, s.nominative, h.units, n.units_in_file, n.rows
  from named n
  join held h on h.account_id = n.account_id and h.subject_id = n.subject_id
  join subjects s on s.subject_id = n.subject_id
  where not (h.unit_ids && n.unit_ids)
    and not coalesce(lower(s.email) = any(n.emails), false)
    and not coalesce(s.phone = any(n.phones), false)
  order by n.rows[1]`
