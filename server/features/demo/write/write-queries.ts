import type { Tx } from '../../../db/connection.ts'

type DemoQuery = {
  name: string
  description: string
  tags: string[]
  text: string
  parameters: object[]
  chart: object | null
}

const euro = (cents: string) => `round((${cents}) / 100.0, 2)`

/** What a back office asks often. */
const queries: DemoQuery[] = [
  {
    name: 'Incassi per mese e studio',
    description: 'Incassato dei mesi da una data, per studio, in euro.',
    tags: ['incassi'],
    text: `select f.month, c.business_name as studio, ${euro('sum(f.gross - f.given_back - f.taken_back)')} as incassato
from monthly_figures f
join customers c using (customer_id)
where f.month >= :dal
group by f.month, c.business_name
order by f.month, c.business_name`,
    parameters: [{ name: 'dal', label: 'Dal mese', type: 'day', required: true }],
    chart: { kind: 'bar', label: 'month', values: ['incassato'] },
  },
  {
    name: 'Scaduto per condominio',
    description: 'I condomìni che aspettano di più, con quante bollette e quanto è scaduto, in euro.',
    tags: ['morosità'],
    text: `select c.business_name as studio, a.name as condominio, count(*) as bollette, ${euro('sum(o.overdue)')} as scaduto
from owed_bills o
join accounts a using (customer_id, account_id)
join customers c using (customer_id)
where o.overdue > 0
group by c.business_name, a.name
having sum(o.overdue) >= :almeno
order by scaduto desc`,
    parameters: [{ name: 'almeno', label: 'Scaduto almeno', type: 'cents', required: true }],
    chart: { kind: 'bar', label: 'condominio', values: ['scaduto'] },
  },
]

/** Two queries that one of the back office wrote and the other approved. */
export async function writeQueries(tx: Tx): Promise<void> {
  const [author, approver] = await tx<{ user_id: number }[]>`
    select user_id from users where flag_super_user order by user_id`
  if (!author || !approver) throw new Error('the demo has two super users')
  for (const { name, description, tags, text, parameters, chart } of queries) {
    const [query] = await tx`
      insert into saved_queries (name, description, tags, created_by)
      values (${name}, ${description}, ${tags}, ${author.user_id}) returning query_id`
    await tx`
      insert into saved_query_versions (query_id, version, text, parameters, chart, state, written_by, decided_by, decided_at)
      values (${query?.query_id}, 1, ${text}, ${tx.json(parameters as never)}, ${chart === null ? null : tx.json(chart as never)},
        'approved', ${author.user_id}, ${approver.user_id}, now())`
  }
}
