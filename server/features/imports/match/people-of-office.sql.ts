import { fold } from '@saldo/domain/fold'
import type { Tx } from '../../../db/connection.ts'
import { mayBeSamePerson } from '../registry/same-people.ts'
import { rightRows } from './merged-rows.sql.ts'
import type { PeopleAnswers, PeopleQuestion } from './people-questions.ts'

type Fresh = { account_id: number; holder: string; fiscal_code: string | null; rows: number[] }
type Known = { account_id: number; subject_id: number; nominative: string; fiscal_code: string | null }

/**
 * Asks whether a new person is somebody of the same condominium with another spelling (`Paolo Neri`, `Neri Paolo`), or
 * without the tax code. One who is has the rows about them. `rows` are those of new people.
 */
export async function askSamePeople(
  tx: Tx,
  import_id: number,
  answers: PeopleAnswers,
): Promise<{ questions: PeopleQuestion[]; rows: number[] }> {
  const fresh = await tx<Fresh[]>`
    select r.account_id, r.candidate->>'holder' as holder, r.candidate->>'fiscal_code' as fiscal_code,
      array_agg(r.row_id) as rows
    from import_rows r
    where ${rightRows(tx, import_id)} and r.subject_id is null and r.account_id is not null
    group by 1, 2, 3 order by min(r.row_id) limit 20000`
  if (fresh.length === 0) return { questions: [], rows: [] }
  const known = await tx<Known[]>`
    select distinct h.account_id, s.subject_id, s.nominative, s.fiscal_code
    from (
      select customer_id, account_id, subject_id from right_holders
      union select customer_id, account_id, subject_id from bills where subject_id is not null
    ) h
    join subjects s on s.customer_id = h.customer_id and s.subject_id = h.subject_id
    where h.account_id in (select account_id from import_rows where import_id = ${import_id})
    order by s.subject_id`
  const near = nearby(known)
  const questions: PeopleQuestion[] = []
  for (const person of fresh) {
    const alike = near(person).filter(
      (other) =>
        (!other.fiscal_code || !person.fiscal_code) && mayBeSamePerson(other.nominative, person.holder),
    )
    if (alike.length === 0) continue
    const question = `person:${person.account_id}:${fold(person.holder)}:${person.fiscal_code ?? ''}`.slice(
      0,
      200,
    )
    questions.push({ question, ...aboutPerson(person, alike.slice(0, MOST_OFFERED)) })
    const id = Number(/^is:(\d+)$/.exec(answers[question] ?? '')?.[1])
    if (alike.some(({ subject_id }) => subject_id === id)) await setPerson(tx, person.rows, id)
    else if (id) await forgetAnswer(tx, import_id, question)
  }
  return { questions, rows: fresh.flatMap(({ rows }) => rows) }
}

function aboutPerson({ holder, fiscal_code }: Fresh, alike: readonly Known[]) {
  const name = `${holder}${fiscal_code ? ` (${fiscal_code})` : ''}`
  return {
    text: `${name} nel foglio: è una persona che c’è già nel condominio?`,
    options: [
      ...alike.map((other) => ({
        value: `is:${other.subject_id}`,
        label: `Sì, è ${other.nominative}`,
        detail: other.fiscal_code ?? 'senza codice fiscale',
      })),
      { value: 'new', label: 'No, è una persona nuova', detail: null },
    ],
    free: null,
    proposal: null,
  }
}

/** The known people of the same condominium with a word of the name. */
function nearby(known: readonly Known[]): (person: Fresh) => Known[] {
  const byWord = new Map<string, Known[]>()
  const keys = (account_id: number, name: string) =>
    [...new Set(fold(name).match(/[a-z0-9']{3,}/g))].map((word) => `${account_id} ${word}`)
  for (const each of known)
    for (const key of keys(each.account_id, each.nominative)) {
      const some = byWord.get(key) ?? []
      byWord.set(key, some)
      if (some.length < MOST_NEAR) some.push(each)
    }
  return ({ account_id, holder }) => [
    ...new Set(keys(account_id, holder).flatMap((key) => byWord.get(key) ?? [])),
  ]
}

const MOST_NEAR = 30
const MOST_OFFERED = 5

/** A person who is there no more cannot be meant: the question is open again. */
const forgetAnswer = (tx: Tx, import_id: number, question: string) =>
  tx`update imports set people_answers = people_answers - ${question}::text where import_id = ${import_id}`

const setPerson = (tx: Tx, rows: readonly number[], subject_id: number) => tx`
  update import_rows r
  set subject_id = ${subject_id},
    right_holder_id = (
      select h.right_holder_id from right_holders h
      where h.unit_id = r.unit_id and h.subject_id = ${subject_id} and h.right_kind = r.candidate->>'right_kind'
        and (h.until is null or h.until = (r.candidate->>'until')::date)
      order by h.until nulls first limit 1),
    opening = r.amount <> 0 and not exists (
      select from opening_balances o
      where o.unit_id = r.unit_id and o.subject_id = ${subject_id} and o.right_kind = r.candidate->>'right_kind')
  where r.row_id = any(${rows as number[]})`
