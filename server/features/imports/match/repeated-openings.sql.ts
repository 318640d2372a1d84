import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'
import type { PeopleAnswers, PeopleQuestion } from './people-questions.ts'

type Repeated = { unit: string; holders: string[]; amount: number; rows: number[] }

/**
 * Asks about a balance that stands in the rows of several people of a unit: each may owe it, or it is the unit's and the
 * sheet repeats it. The unit's counts once, for the first of them.
 */
export async function askRepeatedOpenings(
  tx: Tx,
  import_id: number,
  answers: PeopleAnswers,
): Promise<PeopleQuestion[]> {
  const found = await repeatedOpenings(tx, import_id)
  const [first] = found
  if (!first) return []
  if (answers[QUESTION] === 'once')
    await tx`
      update import_rows set opening = false
      where row_id = any(${found.flatMap(({ rows }) => rows.slice(1))})`
  const sum = (times: (each: Repeated) => number) =>
    inWords(found.reduce((all, each) => all + each.amount * times(each), 0))
  const units = found.length === 1 ? 'In un’unità' : `In ${found.length} unità`
  return [
    {
      question: QUESTION,
      text: `${units} lo stesso saldo è scritto per più persone (per esempio ${inWords(first.amount)} per ${first.holders.slice(0, 3).join(' e ')}, ${first.unit}): è di ognuna o dell’unità?`,
      options: [
        {
          value: 'each',
          label: 'Di ognuna: si sommano',
          detail: `in tutto ${sum(({ rows }) => rows.length)}`,
        },
        {
          value: 'once',
          label: 'Dell’unità: si conta una volta, per la prima persona',
          detail: `in tutto ${sum(() => 1)}`,
        },
      ],
      free: null,
      proposal: null,
    },
  ]
}

/** `100,00 € da pagare`, `20,00 € a credito` */
const inWords = (cents: number): string =>
  `${formatEuro(Math.abs(cents))} ${cents < 0 ? 'da pagare' : 'a credito'}`

const QUESTION = 'openings:repeated'

const repeatedOpenings = (tx: Tx, import_id: number) => tx<Repeated[]>`
  select 'int. ' || min(r.candidate->>'unit') as unit, array_agg(r.candidate->>'holder' order by r.row_id) as holders,
    r.amount, array_agg(r.row_id order by r.row_id) as rows
  from import_rows r
  where ${rightRows(tx, import_id)} and r.opening and r.candidate->>'right_kind' <> 'tenant'
  group by r.account_key, r.unit_key, r.amount
  having count(distinct r.subject_key) > 1
  order by min(r.row_id)`
