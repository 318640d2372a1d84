import type { MergePreview } from '@saldo/contract/registry/merge-subjects'
import type { Subject } from '@saldo/contract/registry/subjects'
import { addDays, today } from '@saldo/domain/dates'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../../http/actor.ts'
import { withApp } from '../../testing/app.ts'
import { closeBooksTo } from '../../testing/closing.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

type Refusal = { error: string; error_description: string }

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers, user_id } = await signIn(services, 'customer', customer_id)
  const account_id = await makeAccount(services, customer_id)
  const person = async (of: Record<string, unknown>) =>
    services.asSystem(async (tx) => {
      const [row] = await tx`insert into subjects ${tx({ customer_id, ...of })} returning subject_id`
      return row?.subject_id as number
    })
  const post = async <Body>(path: string, payload: object, as = headers) =>
    test.call({ method: 'POST', url: `/v1/subjects/merge${path}`, headers: as, payload }) as Promise<{
      status: number
      body: Body & Refusal
    }>
  const preview = (kept_id: number, merged_id: number, as = headers) =>
    post<MergePreview>('/preview', { kept_id, merged_id }, as)
  const merge = (kept_id: number, merged_id: number, from_merged: string[] = [], as = headers) =>
    post<Subject>('', { kept_id, merged_id, from_merged }, as)
  const get = async (id: number) =>
    (await test.call({ url: `/v1/subjects/${id}`, headers })).body as unknown as Subject
  const pay = async (bill: { bill_id: number; subject_id: number }, amount: number) =>
    test.call({
      method: 'POST',
      url: '/v1/payments',
      headers,
      payload: {
        account_id,
        subject_id: bill.subject_id,
        amount,
        received_on: '2026-09-20',
        credit_surplus: true,
      },
    })
  return { ...test, customer_id, account_id, headers, user_id, person, preview, merge, get, pay }
}

/** Sums of one customer's bills, credits and ledger. */
const sums = (test: Awaited<ReturnType<typeof setUp>>) =>
  test.services.asSystem(async (tx) => {
    const of = test.customer_id
    const [row] = await tx`
      select
        (select json_agg(b order by b) from (select bill_id, amount, settled, pending, phase from bills
          where customer_id = ${of}) b) as bills,
        (select sum(balance) from subject_credits where customer_id = ${of}) as credit,
        (select json_agg(l order by l) from (select ledger_account, sum(amount), count(*) from ledger_lines
          where customer_id = ${of} group by 1) l) as ledger,
        (select count(*)::int from payments where customer_id = ${of}) as payments`
    return row
  })

/** A usable card of the person's, as their default. */
const makeSource = (test: Awaited<ReturnType<typeof setUp>>, subject_id: number) =>
  test.services.asSystem(async (tx) => {
    const of = {
      customer_id: test.customer_id,
      subject_id,
      provider_account: 'stripe',
      email: 'x@example.it',
    }
    await tx`
      insert into provider_customers ${tx({ customer_id: test.customer_id, subject_id, provider_account: 'stripe', name: 'x' })}`
    const [row] = await tx`
      insert into payment_sources ${tx({ ...of, type: 'card', state: 'active', is_default: true, provider_method: `pm_${subject_id}` })}
      returning source_id`
    await tx`
      insert into source_links (customer_id, subject_id, type, provider_account, email, token_hash, expires_at)
      values (${test.customer_id}, ${subject_id}, 'card', 'stripe', 'x@example.it', ${hashToken(`l${subject_id}`)}, now())`
    return row?.source_id as number
  })

describe('200', () => {
  it('moves all records of the other person, keeps every sum, and the old number leads to the kept person', async () => {
    const test = await setUp()
    const { account_id, call, customer_id, get, headers, merge, person, preview, services } = test
    const kept = await person({ nominative: 'Rossi Mario', email: 'm@example.it', phone: '333 1234567' })
    const other = await person({
      nominative: 'ROSSI MARIO',
      email: 'mario@example.it',
      fiscal_code: 'RSSMRA85T10A562S',
      pec: 'mario@pec.example.it',
    })
    const mine = await makeBill(services, customer_id, { account_id, subject_id: kept, amounts: [10_000] })
    const theirs = await makeBill(services, customer_id, { account_id, subject_id: other, amounts: [20_000] })
    const paid = await test.pay(theirs, 25_000)
    expect(paid.status, paid.raw.toString()).toBe(201)
    const credits = [kept, other].map((subject_id) => ({ customer_id, account_id, subject_id, balance: 700 }))
    await services.asSystem(
      (tx) => tx`
        insert into subject_credits ${tx(credits)}
        on conflict (customer_id, account_id, subject_id) do update set balance = subject_credits.balance + 700`,
    )
    const [, source_id] = [await makeSource(test, kept), await makeSource(test, other)]
    await services.asSystem(async (tx) => {
      const [unit] = await tx`
        insert into units (customer_id, account_id, number) values (${customer_id}, ${account_id}, '7') returning unit_id`
      const right = { customer_id, account_id, unit_id: unit?.unit_id, right_kind: 'owner' }
      await tx`insert into right_holders ${tx([
        { ...right, subject_id: kept },
        { ...right, subject_id: other },
      ])}`
      const [tenant] = await tx`
        insert into units (customer_id, account_id, number) values (${customer_id}, ${account_id}, '8') returning unit_id`
      await tx`insert into right_holders ${tx({ ...right, unit_id: tenant?.unit_id, subject_id: other, right_kind: 'tenant' })}`
      const said = { customer_id, kind: 'marketing', actor: 'Ada' }
      await tx`insert into subject_consents ${tx([
        { ...said, subject_id: kept, given: true, at: '2026-01-01T10:00:00Z' },
        { ...said, subject_id: other, given: false, at: '2026-02-01T10:00:00Z' },
      ])}`
      const file = { customer_id, subject_id: other, type: 'id', file_name: 'a.pdf', mime: 'application/pdf' }
      await tx`insert into documents ${tx({ ...file, size: 1, sha256: Buffer.of(1), file_path: 'a' })}`
    })

    const seen = (await preview(kept, other)).body
    expect(seen).toMatchObject({
      differing: ['nominative', 'email'],
      moves: { bills: 1, payments: 1, sources: 1, rights: 2, documents: 1, credit: 5_700, access: false },
      refusals: [],
    })
    const before = await sums(test)
    const merged = await merge(kept, other, ['email'])
    expect(merged.status).toBe(200)
    expect(merged.body).toMatchObject({
      ...{ subject_id: kept, nominative: 'Rossi Mario', email: 'mario@example.it', phone: '333 1234567' },
      ...{ fiscal_code: 'RSSMRA85T10A562S', pec: 'mario@pec.example.it' },
      ...{ bills_count: 2, residue: 10_000, credit: 6_400 },
    })
    expect(await sums(test)).toEqual(before)
    expect(await namedStill(test, other)).toEqual({ provider_customers: 1 })

    expect(await get(other)).toMatchObject({ subject_id: kept })
    expect((await call({ url: `/v1/mybill/${theirs.token}`, headers: {} })).body).toMatchObject({
      number: theirs.number,
      subject_nominative: 'Rossi Mario',
    })
    const people = (await call({ url: '/v1/subjects?q=rossi', headers })).body as { items: Subject[] }
    expect(people.items.map(({ subject_id }) => subject_id)).toEqual([kept])
    const kinds = (await call({ url: `/v1/subjects/consents/${kept}`, headers })).body
    expect(kinds).toMatchObject([{ kind: 'marketing', given: false }])
    const rights = (await call({ url: `/v1/subjects/units/${kept}`, headers })).body as unknown[]
    expect(rights).toHaveLength(2)
    const [source] = await services.asSystem(
      (tx) => tx`select subject_id, is_default from payment_sources where source_id = ${source_id}`,
    )
    expect(source).toEqual({ subject_id: kept, is_default: false })
    const [line] = await services.asSystem(
      (tx) => tx`
        select actor, before from audit_log
        where noun = 'subjects' and record_id = ${kept} and act = 'merged'`,
    )
    expect(line).toMatchObject({
      actor: expect.stringMatching(/^Persona/),
      before: { nominative: 'ROSSI MARIO' },
    })
    expect(mine.bill_id).not.toBe(theirs.bill_id)
  })

  it('previews and moves every table with a key to people, also one that is created later', async () => {
    const test = await setUp()
    const { customer_id, merge, person, preview } = test
    const [kept, other] = [await person({ nominative: 'A' }), await person({ nominative: 'A' })] as [
      number,
      number,
    ]
    const owner = postgres(test.database_url, { max: 1, onnotice: () => {} })
    await owner.begin(async (tx) => {
      await tx`
        create table scratch (customer_id bigint, about_id bigint, note text,
          foreign key (customer_id, about_id) references subjects (customer_id, subject_id))`
      await tx`select protect('scratch', 'select, insert, update')`
      await tx`insert into scratch values (${customer_id}, ${other}, 'one'), (${customer_id}, ${kept}, 'two')`
    })
    expect((await preview(kept, other)).body.moves.tables).toMatchObject({ scratch: 1 })
    expect((await merge(kept, other)).status).toBe(200)
    expect(await owner`select about_id::int as about_id from scratch`).toEqual([
      { about_id: kept },
      { about_id: kept },
    ])
    await owner.end()
  })

  it('follows several merges to the last person, who gets the access of the merged ones', async () => {
    const { get, merge, person, services } = await setUp()
    const { user_id } = await signIn(services, 'consumer')
    const [one, two, three] = [
      await person({ nominative: 'A' }),
      await person({ nominative: 'A' }),
      await person({ nominative: 'A', user_id }),
    ] as [number, number, number]
    await merge(two, three)
    await merge(one, two)
    for (const id of [one, two, three]) expect((await get(id)).subject_id).toBe(one)
    const [row] = await services.asSystem(
      (tx) => tx`select array_agg(subject_id) as ids from subjects where user_id = ${user_id}`,
    )
    expect(row?.ids).toEqual([one])
  })

  it('finds records that look like the same person, but none with another tax code', async () => {
    const { call, headers, person } = await setUp()
    const omocodia = [
      await person({ nominative: 'Rossi Mario', fiscal_code: 'RSSMRA85T10A562S' }),
      await person({ nominative: 'Mario R.', fiscal_code: 'RSSMRA85T10A56NH' }),
    ]
    const byPhone = [
      await person({ nominative: 'Bianchi Àda', phone: '+39 333 765 4321' }),
      await person({ nominative: 'ada  bianchi', phone: '3337654321', email: 'ada@example.it' }),
    ]
    await person({ nominative: 'Verdi Ugo', email: 'u@example.it', fiscal_code: 'VRDGUO70A01D612B' })
    await person({ nominative: 'Verdi Ugo', email: 'u@example.it', fiscal_code: '01234567897' })
    await person({ nominative: 'Neri Eva' })
    await person({ nominative: 'Neri Eva' })
    const { body } = await call({ url: '/v1/subjects/duplicates', headers })
    const { items, more } = body as {
      items: { one: Subject; other: Subject; reasons: string[] }[]
      more: boolean
    }
    expect(more).toBe(false)
    expect(items.map((p) => [p.one.subject_id, p.other.subject_id, p.reasons])).toEqual([
      [...byPhone, ['phone']],
      [...omocodia, ['fiscal_code']],
    ])
  })
})

describe('404', () => {
  it('is the answer for another customer’s person, on either side', async () => {
    const { merge, person, preview, services } = await setUp()
    const own = await person({ nominative: 'A' })
    const foreign = await makeSubject(services, await makeCustomer(services))
    for (const reply of [
      await preview(own, foreign),
      await preview(foreign, own),
      await merge(own, foreign),
      await merge(foreign, own),
    ])
      expect(reply.status).toBe(404)
  })
})

describe('409', () => {
  it('refuses the same record, two tax codes, two users, or a pending payment, already in the preview', async () => {
    const { account_id, customer_id, merge, person, preview, services } = await setUp()
    const [kept_user, other_user] = [await signIn(services, 'consumer'), await signIn(services, 'consumer')]
    const kept = await person({
      nominative: 'A',
      fiscal_code: 'RSSMRA85T10A562S',
      user_id: kept_user.user_id,
    })
    expect(await merge(kept, kept)).toMatchObject({ status: 409, body: { error: 'same_person' } })
    const user = await person({ nominative: 'A', user_id: other_user.user_id })
    const code = await person({ nominative: 'A', fiscal_code: '01234567897' })
    const paying = await person({ nominative: 'A' })
    const { bill_id } = await makeBill(services, customer_id, { account_id, subject_id: paying })
    await services.asSystem(
      (tx) =>
        tx`insert into payments ${tx({ customer_id, account_id, bill_id, subject_id: paying, method: 'SEPA_DEBIT', amount: 100, state: 'processing', provider_account: 'stripe' })}`,
    )
    for (const [other, why] of [
      [user, /due utenti diversi/],
      [code, /due persone diverse/],
      [paying, /un pagamento in corso/],
    ] as const) {
      const { refusals } = (await preview(kept, other)).body
      expect(refusals).toEqual([expect.stringMatching(why)])
      const { status, body } = await merge(kept, other)
      expect([status, body.error, body.error_description]).toEqual([409, 'not_mergeable', refusals[0]])
    }
  })

  it('refuses to join the access of one person with the saved methods of the other, whichever is kept', async () => {
    const { customer_id, merge, person, preview, services } = await setUp()
    const { user_id } = await signIn(services, 'consumer')
    const thief = await person({ nominative: 'Ladro', user_id })
    const vera = await person({ nominative: 'Vera' })
    const source = {
      customer_id,
      subject_id: vera,
      provider_account: 'stripe',
      type: 'card',
      email: 'vera@example.it',
    }
    await services.asSystem((tx) => tx`insert into payment_sources ${tx({ ...source, state: 'active' })}`)
    for (const [kept, merged, why] of [
      [
        vera,
        thief,
        /La scheda che resta \(Vera\) ha una carta o un conto salvati, e quella da unire \(Ladro\)/,
      ],
      [
        thief,
        vera,
        /La scheda da unire \(Vera\) ha una carta o un conto salvati, e quella che resta \(Ladro\)/,
      ],
    ] as const) {
      const { refusals } = (await preview(kept, merged)).body
      expect(refusals).toEqual([expect.stringMatching(why)])
      expect(await merge(kept, merged)).toMatchObject({
        status: 409,
        body: { error: 'not_mergeable', error_description: refusals[0] },
      })
    }
    await services.asSystem(
      (tx) => tx`update payment_sources set state = 'removed' where subject_id = ${vera}`,
    )
    expect((await merge(vera, thief)).status).toBe(200)
  })
})

it('refuses a merge that would change a statement of a closed period, until the period is reopened', async () => {
  const { account_id, customer_id, merge, person, preview, services } = await setUp()
  const [kept, merged] = [await person({ nominative: 'Anna' }), await person({ nominative: 'Anna Rossi' })]
  await makeBill(services, customer_id, { account_id, subject_id: merged })
  await closeBooksTo(services, { customer_id, account_id }, addDays(today(), -20))
  const why = /Anna Rossi ha movimenti in un periodo chiuso/
  expect((await preview(kept, merged)).body.refusals).toEqual([expect.stringMatching(why)])
  expect((await merge(kept, merged)).status).toBe(409)
  // The other way round no posted entry changes: the record without entries is merged.
  expect((await merge(merged, kept)).status).toBe(200)
})

/** Tables that still refer to the person, with the number of rows. */
async function namedStill(test: Awaited<ReturnType<typeof setUp>>, subject_id: number) {
  return test.services.asSystem(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'subject_id' and t.table_type = 'BASE TABLE'
        and table_name <> 'subjects'`
    expect(tables.length).toBeGreaterThan(10)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await tx`select count(*)::int as n from ${tx(name)} where subject_id = ${subject_id}`
      if (row?.n) counts[name] = row.n
    }
    return counts
  })
}
