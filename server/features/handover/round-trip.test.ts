import { makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { fates, plannedBills, playBills } from '../../testing/features/owed-fixtures.ts'
import { makeSubject, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { sendFile } from '../../testing/send-file.ts'

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

it('gives the next administrator the same cents, per person, per bill and in total', async () => {
  const planned =
    fc.sample(plannedBills, { numRuns: 1, seed: 7 })[0]?.map((plan) => ({ ...plan, account: 0 })) ?? []
  const story = await playBills(test, sandbox, planned)
  expect(new Set(story.bills.map(({ fate }) => fate)).size).toBe(Object.keys(fates).length)
  const { customer_id, headers, accounts } = story
  const account_id = accounts[0] as number
  await furnish(customer_id, account_id)
  const zip = await made(headers, account_id)

  const next = await signIn(test.services, 'customer')
  const taken = await takenOver(next.headers, zip)
  expect(taken.problems).toEqual([])
  const before = await figuresOf(customer_id, account_id)
  expect(await figuresOf(next.customer_id, taken.account_id)).toEqual(before)
  expect(before.bills.length).toBe(planned.length)
  expect(before.totals.credit).toBeGreaterThan(0)
  expect(before.totals.settled).toBeGreaterThan(0)
  expect(before.totals.overdue).toBeGreaterThan(0)

  // The books say the same: what people owe, and what the condominium owes them.
  const owed = await booksOf(next.customer_id, taken.account_id)
  expect(owed).toEqual({ receivables: before.totals.residue, subject_credit: -before.totals.credit, all: 0 })
  const [mandate] = await rows<{ state: string; debtor_iban: string; text: string }>(
    (tx) => tx`select state, debtor_iban, text from mandates where customer_id = ${next.customer_id}`,
  )
  expect(mandate).toMatchObject({ state: 'draft', debtor_iban: 'IT60X0542811101000000123456' })
  expect(mandate?.text).toContain('Autorizzo')

  // And once more, from there to a third office: nothing is lost on the second way either.
  const again = await made(next.headers, taken.account_id)
  const third = await signIn(test.services, 'customer')
  const second = await takenOver(third.headers, again)
  expect(await figuresOf(third.customer_id, second.account_id)).toEqual(before)
})

/** A unit with an owner, weights, a credit, a mandate and a person whose name a spreadsheet would run. */
async function furnish(customer_id: number, account_id: number) {
  const subject_id = await makeSubject(test.services, customer_id, { nominative: '=Rossi; "Lucia"' })
  await test.services.asSystem(async (tx) => {
    await tx`
      update accounts set fiscal_code = '97222450690', creditor_id = ${makeCreditorId('97222450690')}
      where account_id = ${account_id}`
    const [unit] = await tx`
      insert into units (customer_id, account_id, staircase, number, notes) values (${customer_id}, ${account_id}, 'A', '7', ${'a\nb'})
      returning unit_id`
    await tx`
      insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind, share_numerator, share_denominator, pays)
      values (${customer_id}, ${account_id}, ${unit?.unit_id}, ${subject_id}, 'owner', 2, 3, true)`
    const [table] = await tx`
      insert into weight_tables (customer_id, account_id, name) values (${customer_id}, ${account_id}, 'Tabella A')
      returning weight_table_id`
    await tx`
      insert into weights (weight_table_id, unit_id, customer_id, account_id, weight)
      values (${table?.weight_table_id}, ${unit?.unit_id}, ${customer_id}, ${account_id}, 312500)`
    await tx`
      insert into subject_credits (customer_id, account_id, subject_id, balance)
      values (${customer_id}, ${account_id}, ${subject_id}, 1234)`
    await tx`
      insert into mandates (customer_id, account_id, subject_id, state, provider_account, umr, signed_on, text, accepted_at,
        accepted_from, accepted_with, debtor_name, debtor_iban, creditor_id, last_used_at)
      values (${customer_id}, ${account_id}, ${subject_id}, 'active', 'bank', 'UMR-1', '2026-01-10', 'Autorizzo il condominio',
        now(), '127.0.0.1', 'test', 'Lucia Rossi', 'IT60X0542811101000000123456', ${makeCreditorId('97222450690')}, now())`
  })
}

async function made(headers: Record<string, string>, account_id: number): Promise<Buffer> {
  const begun = await test.call({ method: 'POST', url: '/v1/handovers', headers, payload: { account_id } })
  expect(begun.status, String(begun.raw)).toBe(202)
  await runJobs(test.services)
  const { handover_id } = begun.body as { handover_id: number }
  const view = await test.call({ method: 'GET', url: `/v1/handovers/${handover_id}`, headers })
  expect(view.body).toMatchObject({ state: 'done', can_download: true, notes: [] })
  const file = await test.call({ method: 'GET', url: `/v1/handovers/${handover_id}/file`, headers })
  expect(file.status).toBe(200)
  return file.raw
}

async function takenOver(headers: Record<string, string>, zip: Buffer) {
  const sent = await sendFile(test, {
    method: 'PUT',
    url: '/v1/handovers/upload',
    headers,
    file: zip,
    name: 'consegne.zip',
  })
  expect(sent.status, String(sent.raw)).toBe(202)
  const { handover_id } = sent.body as { handover_id: number }
  await runJobs(test.services)
  const url = `/v1/handovers/${handover_id}`
  const preview = await test.call({ method: 'GET', url, headers })
  expect(preview.body).toMatchObject({ state: 'to_check', refusal: null })
  const confirmed = await test.call({ method: 'POST', url: `${url}/confirm`, headers })
  expect(confirmed.status, String(confirmed.raw)).toBe(202)
  await runJobs(test.services)
  const view = await test.call({ method: 'GET', url, headers })
  expect(view.body).toMatchObject({ state: 'done' })
  return view.body as { account_id: number; problems: string[] }
}

const rows = <Row extends object>(
  query: (tx: Parameters<Parameters<typeof test.services.asSystem>[0]>[0]) => PromiseLike<unknown>,
) => test.services.asSystem(async (tx) => (await query(tx)) as Row[])

/** What the screens show, by the names that both offices have: numbers of bills, names of people. */
async function figuresOf(customer_id: number, account_id: number) {
  const bills = await rows<{
    amount: number
    settled: number
    residue: number
    overdue: number
    status: string
  }>(
    (tx) => tx`
      select b.number, s.nominative, b.status, b.amount, b.settled, b.residue, coalesce(o.overdue, 0)::bigint as overdue,
        (select json_agg(json_build_array(i.due_date, i.amount, i.settled, i.returned, i.refunded) order by i.position)
          from bill_instalments i where i.bill_id = b.bill_id) as instalments,
        (select json_agg(json_build_array(l.description, l.amount) order by l.position)
          from bill_lines l where l.bill_id = b.bill_id) as lines
      from bills b join subjects s on s.subject_id = b.subject_id
      left join owed_bills o on o.customer_id = b.customer_id and o.bill_id = b.bill_id
      where b.customer_id = ${customer_id} and b.account_id = ${account_id} order by b.number`,
  )
  const people = await rows<{ credit: number }>(
    (tx) => tx`
      select s.nominative, s.fiscal_code, s.email,
        coalesce((select sum(b.residue) from bills b where b.account_id = ${account_id} and b.subject_id = s.subject_id), 0)::bigint as residue,
        coalesce((select c.balance from subject_credits c where c.account_id = ${account_id} and c.subject_id = s.subject_id), 0)::bigint as credit
      from subjects s where s.customer_id = ${customer_id} order by s.nominative`,
  )
  const units = await rows(
    (tx) => tx`
      select u.name, u.notes, r.right_kind, r.share, r.pays, w.weight, t.name as table
      from units u join right_holders r on r.unit_id = u.unit_id
      join weights w on w.unit_id = u.unit_id join weight_tables t on t.weight_table_id = w.weight_table_id
      where u.account_id = ${account_id}`,
  )
  const issued = bills.filter(({ status }) => status === 'issued')
  const sum = (of: 'amount' | 'settled' | 'residue' | 'overdue') =>
    issued.reduce((all, bill) => all + bill[of], 0)
  return {
    ...{ bills, people, units },
    totals: {
      ...{ amount: sum('amount'), settled: sum('settled'), residue: sum('residue'), overdue: sum('overdue') },
      credit: people.reduce((all, { credit }) => all + credit, 0),
    },
  }
}

async function booksOf(customer_id: number, account_id: number) {
  const [row] = await rows<{ receivables: number; subject_credit: number; all: number }>(
    (tx) => tx`
      select coalesce(sum(l.amount) filter (where l.ledger_account = 'receivables'), 0)::bigint as receivables,
        coalesce(sum(l.amount) filter (where l.ledger_account = 'subject_credit'), 0)::bigint as subject_credit,
        sum(l.amount)::bigint as all
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.customer_id = ${customer_id} and e.account_id = ${account_id}`,
  )
  return row
}
