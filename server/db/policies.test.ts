import { describe, expect, it } from 'vitest'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'

const catalogue = useCatalogue()

/** See all customers' rows, queries those of their run (query-columns.test.ts); every other role sees its own alone. */
const operators = ['saldo_super', 'saldo_system', 'saldo_query']

/** Policies that say more than one of the plain conditions, each for a reason; nothing is added here without one. */
const exceptions: [reason: string, policies: string][] = [
  [
    'everybody may know it: it says nothing about any customer',
    'reconciled_days.everybody sectors.everybody',
  ],
  [
    'a plain condition and more, so that fewer rows are seen',
    'agent_customers.own_agent bills.own_bills bills.own_bills_change delegations.of_the_delegate mandate_events.of_own_sources',
  ],
  [
    'one payment may be for several bills; its function reads whether the link’s bill is one of them',
    'payment_attempts.of_own_bill payments.of_own_bill',
  ],
  ['somebody of the office writes to any of its users', 'push_messages.to_own_users'],
  [
    'two columns at once, of a payment or a bill that the actor sees',
    'receipts.of_own_payment subject_credits.of_debtor',
  ],
]
const listed = exceptions.flatMap(([, policies]) => policies.split(' '))

type Policy = { policy: string; condition: string }

/** The conditions of permissive policies for anybody but operators and the owner of the tables. */
const conditions = (sql: Catalogue) => sql<Policy[]>`
  select p.tablename || '.' || p.policyname as policy, regexp_replace(c.condition, '\\s+', ' ', 'g') as condition
  from pg_policies p
  cross join lateral (values (p.qual), (p.with_check)) c (condition)
  where p.permissive = 'PERMISSIVE' and c.condition is not null
    and not p.roles <@ (${operators}::name[] || (select t.tableowner from pg_tables t where t.schemaname = p.schemaname and t.tablename = p.tablename))
  order by 1, 2`

const plainConditions = [
  /^\((customer|user|bill)_id = actor_\1_id\(\)\)$/,
  /^\((\w+) = \( SELECT (\w+)\.\1 FROM \w+ \2 WHERE \(\2\.(customer|user|bill)_id = actor_\3_id\(\)\)\)\)$/,
  // Rows of what the actor sees: the policies of the other table decide.
  /^\((\w+) IN \( SELECT (\w+)\.\1 FROM \w+ \2\)\)$/,
]

const sentences = (found: readonly Policy[]) =>
  found
    .filter(
      ({ policy, condition }) =>
        !listed.includes(policy) && !plainConditions.some((each) => each.test(condition)),
    )
    .map(
      ({ policy, condition }) =>
        `${policy} is not tied to the actor by a plain condition: ${condition}. Write \`customer_id = actor_customer_id()\`, as protect() does, or \`x_id in (select x_id from …)\`; else list it with the reason`,
    )

describe('a permissive policy', () => {
  it('shows each role what is its own, by one plain condition', async () => {
    const found = await catalogue(conditions)
    expect(found.length).toBeGreaterThan(80)
    expect(sentences(found)).toEqual([])
  })
  it.each([
    ['for select to saldo_customer using (true)'],
    ['for select to saldo_customer using (customer_id = actor_customer_id() or merged_at is null)'],
    ['for insert to saldo_customer with check (true)'],
    ['using (true)'],
  ])('is named when it opens a table: %s', async (opens) => {
    const found = await catalogue(conditions, `create policy extra on subjects ${opens}`)
    expect(sentences(found)).toEqual([expect.stringMatching(/^subjects\.extra is not tied to the actor/)])
  })
  it('is only an exception while it needs to be', async () => {
    const found = (await catalogue(conditions)).filter(
      ({ condition }) => !plainConditions.some((each) => each.test(condition)),
    )
    expect(listed.filter((policy) => !found.some((each) => each.policy === policy))).toEqual([])
  })
})
