import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'
import type { PeopleAnswers, PeopleQuestion } from './people-questions.ts'

type Similar = {
  account_id: number
  account: string
  unit_key: string
  unit: string
  rows: number[]
  units: { unit_id: number; name: string }[]
}

/**
 * Asks whether a unit that is new to Saldo is one that it has under another spelling: `01` and `1`, `A1` and unit 1 of
 * staircase A, `1` without its staircase. Units that other rows of the file name are not meant. One that is has the rows.
 * `open` are the rows whose unit nobody has said yet.
 */
export async function askSimilarUnits(
  tx: Tx,
  import_id: number,
  answers: PeopleAnswers,
): Promise<{ questions: PeopleQuestion[]; open: number[] }> {
  const found = await similarUnits(tx, import_id)
  const clear = found.filter(({ units }) => units.length === 1)
  const forAll = answers[FOR_ALL]
  const all = clear.length > 1 || (clear.length > 0 && forAll && forAll !== EACH) ? [aboutAll(clear)] : []
  const answerFor = (similar: Similar) => {
    const isAsked = all.length === 0 || forAll === EACH || similar.units.length > 1
    if (isAsked) return answers[questionOf(similar)]
    return forAll === SAME ? `is:${similar.units[0]?.unit_id}` : undefined
  }
  for (const similar of found) {
    const id = Number(/^is:(\d+)$/.exec(answerFor(similar) ?? '')?.[1])
    if (similar.units.some(({ unit_id }) => unit_id === id)) await setUnit(tx, similar.rows, id)
  }
  const asked = found.filter(({ units }) => all.length === 0 || forAll === EACH || units.length > 1)
  const isOpen = (similar: Similar) =>
    asked.includes(similar) ? answerFor(similar) === undefined : forAll === undefined
  return {
    questions: [...all, ...asked.map(aboutOne)],
    open: found.filter(isOpen).flatMap(({ rows }) => rows),
  }
}

const [FOR_ALL, SAME, NEW, EACH] = ['unit:all', 'same', 'new', 'each']
const questionOf = ({ account_id, unit_key }: Similar) => `unit:${account_id}:${unit_key}`.slice(0, 200)

const aboutOne = (similar: Similar): PeopleQuestion => ({
  question: questionOf(similar),
  text: `${similar.unit} (${similar.account}) nel foglio non c’è in Saldo con questo nome: è un’unità che c’è già?`,
  options: [
    ...similar.units.map(({ unit_id, name }) => ({
      value: `is:${unit_id}`,
      label: `Sì, è ${name}`,
      detail: null,
    })),
    { value: NEW as string, label: 'No, è un’unità nuova', detail: null },
  ],
  free: null,
  proposal: null,
})

const aboutAll = (found: readonly Similar[]): PeopleQuestion => ({
  question: FOR_ALL as string,
  text: `${found.length} unità del foglio somigliano a unità che in Saldo hanno un altro nome (${found
    .slice(0, 3)
    .map(({ unit, units }) => `${unit} e ${units[0]?.name}`)
    .join('; ')}${found.length > 3 ? ' …' : ''}): sono le stesse?`,
  options: [
    { value: SAME as string, label: 'Sì, sono le stesse', detail: 'restano con il nome che hanno in Saldo' },
    { value: NEW as string, label: 'No, sono unità nuove', detail: null },
    { value: EACH as string, label: 'Lo dico unità per unità', detail: null },
  ],
  free: null,
  proposal: null,
})

/** A unit's name without what spellings differ in. */
const plain = (tx: Tx, text: ReturnType<Tx>) =>
  tx`regexp_replace(regexp_replace(fold(${text}), '[^a-z0-9]', '', 'g'), '^0+(?=[0-9])', '')`

const similarUnits = (tx: Tx, import_id: number) => tx<Similar[]>`
  with rows as materialized (
    select r.row_id, r.account_id, r.unit_id, r.unit_key, r.candidate->>'unit' as number,
      coalesce(r.candidate->>'staircase', '') as staircase
    from import_rows r
    where ${rightRows(tx, import_id)} and r.account_id is not null
  ), fresh as materialized (
    select account_id, unit_key, min(number) as number, min(staircase) as staircase, array_agg(row_id order by row_id) as rows,
      ${plain(tx, tx`min(number)`)} as plain_number, ${plain(tx, tx`min(staircase) || min(number)`)} as plain_whole
    from rows where unit_id is null group by 1, 2
  ), there as materialized (
    select u.account_id, u.unit_id, u.name, u.staircase, ${plain(tx, tx`u.number`)} as plain_number,
      ${plain(tx, tx`u.staircase || u.number`)} as plain_whole
    from units u
    where u.account_id in (select account_id from fresh)
      and u.unit_id not in (select unit_id from rows where unit_id is not null)
  ), alike as (
    select f.account_id, f.unit_key, t.unit_id, t.name
    from fresh f join there t on t.account_id = f.account_id and t.plain_number = f.plain_number
      and (fold(t.staircase) = fold(f.staircase) or t.staircase = '' or f.staircase = '')
    union
    select f.account_id, f.unit_key, t.unit_id, t.name
    from fresh f join there t on t.account_id = f.account_id and t.plain_whole = f.plain_whole
  )
  select f.account_id, a.name as account, f.unit_key, f.rows,
    case when f.number ~ '^[0-9]' then 'Int. ' else '' end || f.number
      || case when f.staircase = '' then '' else ', scala ' || f.staircase end as unit,
    jsonb_agg(jsonb_build_object('unit_id', l.unit_id, 'name', l.name) order by l.unit_id) as units
  from fresh f
  join alike l on l.account_id = f.account_id and l.unit_key = f.unit_key
  join accounts a on a.account_id = f.account_id
  group by f.account_id, a.name, f.unit_key, f.rows, f.number, f.staircase
  order by f.rows[1]`

const setUnit = (tx: Tx, rows: readonly number[], unit_id: number) => tx`
  update import_rows r
  set unit_id = ${unit_id},
    right_holder_id = (
      select h.right_holder_id from right_holders h
      where h.unit_id = ${unit_id} and h.subject_id = r.subject_id and h.right_kind = r.candidate->>'right_kind'
        and (h.until is null or h.until = (r.candidate->>'until')::date)
      order by h.until nulls first limit 1),
    opening = r.amount <> 0 and not exists (
      select from opening_balances o
      where o.unit_id = ${unit_id} and o.subject_id = r.subject_id and o.right_kind = r.candidate->>'right_kind')
  where r.row_id = any(${rows as number[]})`
