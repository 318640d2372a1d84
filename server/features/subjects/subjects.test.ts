import type { Subject } from '@saldo/contract/registry/subjects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
type Reply<Body = Subject> = { status: number; body: Body & Refusal }
type Page = { items: Subject[]; next_cursor: string | null }

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const write = (
    method: 'PUT' | 'POST',
    payload: object,
    as: Record<string, string> = headers,
  ): Promise<Reply> => test.call({ method, url: '/v1/subjects', headers: as, payload })
  const get = <Body = Subject>(path: string, as: Record<string, string> = headers): Promise<Reply<Body>> =>
    test.call({ url: `/v1/subjects${path}`, headers: as })
  return { ...test, customer_id, headers, write, get }
}

/** Omocodia: a digit replaced by a letter, the check letter computed again. */
const omocodia = 'RSSMRA85T10A56NH'

describe('200, 201', () => {
  it('adds a person, accepts omocodia, and changes only the fields that are sent', async () => {
    const { write, get } = await setUp()
    const made = await write('PUT', {
      nominative: 'Rossi Mario',
      fiscal_code: omocodia.toLowerCase(),
      phone: '1',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      fiscal_code: omocodia,
      phone: '1',
      bills_count: 0,
      residue: 0,
      overdue: 0,
    })
    const { subject_id } = made.body
    const changed = await write('POST', {
      subject_id,
      nominative: 'Rossi Mario',
      phone: '',
      email: 'm@example.it',
    })
    expect(changed.body).toMatchObject({ fiscal_code: omocodia, phone: null, email: 'm@example.it' })
    expect((await get(`/${subject_id}`)).body).toEqual(changed.body)
  })

  it('pages through every order and filter without repeats, and sums and exports the same rows', async () => {
    const { services, customer_id, get, call, headers } = await setUp()
    const account_id = await makeAccount(services, customer_id)
    for (let n = 0; n < 24; n += 1) {
      const subject_id = await makeSubject(services, customer_id, {
        nominative: `${['Bianchi', 'bianchi', 'Nicolò', 'Zeta'][n % 4]} ${['Ugo', 'Ada'][n % 2]}`,
        email: n % 3 ? `p${n}@example.it` : null,
      })
      const due_dates = [n % 4 < 2 ? '2020-01-01' : '2199-01-01']
      if (n % 3 < 2)
        await makeBill(services, customer_id, {
          subject_id,
          amounts: [n % 2 ? 700 : 900],
          due_dates,
          ...(n % 6 === 0 ? { account_id } : {}),
        })
    }
    const people = (await get<Page>('?limit=200')).body.items.filter(
      ({ nominative }) => !nominative.startsWith('Rossi'),
    )
    expect(people).toHaveLength(24)
    const filters: [string, (person: Subject) => boolean][] = [
      ['', () => true],
      ['debt=overdue', ({ overdue }) => Number(overdue) > 0],
      ['debt=due', ({ residue }) => Number(residue) > 0],
      ['debt=none', ({ residue }) => residue === 0],
      ['email=with', ({ email }) => email !== null],
      ['email=without', ({ email }) => email === null],
      ['q=ada%20BIANCHI', ({ nominative }) => nominative === 'bianchi Ada'],
      ['q=nicolo', ({ nominative }) => nominative.startsWith('Nicolò')],
    ]
    const asked = fc.record({
      sort: fc.constantFrom('nominative', 'residue', 'overdue', 'bills_count'),
      descending: fc.constantFrom('', '-'),
      limit: fc.integer({ min: 1, max: 9 }),
      filter: fc.constantFrom(...filters),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ sort, descending, limit, filter: [filter, keeps] }) => {
        const seen: Subject[] = []
        for (let cursor = ''; ; ) {
          const { body } = await get<Page>(
            `?sort=${descending}${sort}&limit=${limit}&${filter}&cursor=${cursor}`,
          )
          seen.push(...body.items)
          if (body.next_cursor === null) break
          cursor = body.next_cursor
        }
        const ids = (those: Subject[]) => those.map(({ subject_id }) => subject_id).toSorted((a, b) => a - b)
        expect(ids(seen)).toEqual(ids(people.filter(keeps)))
        const total = (key: 'residue' | 'overdue') =>
          seen.reduce((sum, person) => sum + Number(person[key]), 0)
        const owed = { residue: total('residue'), overdue: total('overdue'), pending: 0, disputed: 0 }
        const sums = { count: seen.length, ...owed }
        expect((await get(`/summary?${filter}`)).body).toEqual(sums)
        const file = await call({
          url: `/v1/subjects/export?sort=${descending}${sort}&${filter}&columns=nominative`,
          headers,
        })
        const lines = file.raw.toString().replace('\uFEFF', '').trim().split('\r\n')
        expect(lines).toEqual(['Nominativo', ...seen.map(({ nominative }) => nominative)])
      }),
      { numRuns: 25 },
    )
    expect((await get<Page>(`?account_id=${account_id}`)).body.items).toHaveLength(4)

    // The holder of a right belongs to the condominium before the first bill, and until the right ends.
    const [owner, gone] = [await makeSubject(services, customer_id), await makeSubject(services, customer_id)]
    await services.asSystem(async (tx) => {
      const [unit] =
        await tx`insert into units ${tx({ customer_id, account_id, number: '1' })} returning unit_id`
      const right = { customer_id, account_id, unit_id: unit?.unit_id as number, right_kind: 'owner' }
      await tx`insert into right_holders ${tx({ ...right, subject_id: owner })}`
      await tx`insert into right_holders ${tx({ ...right, subject_id: gone, until: '2020-12-31' })}`
    })
    const there = (await get<Page>(`?account_id=${account_id}&limit=200`)).body.items
    expect(there).toHaveLength(5)
    expect(there.map(({ subject_id }) => subject_id)).toContain(owner)
    expect((await get(`/summary?account_id=${account_id}`)).body).toMatchObject({ count: 5 })
  })
})

describe('400', () => {
  it('names the wrong fields', async () => {
    const { write } = await setUp()
    for (const [body, field] of [
      [{ nominative: '' }, 'nominative'],
      [{ nominative: 'A', fiscal_code: 'RSSMRA85T10A562X' }, 'fiscal_code'],
      [{ nominative: 'A', email: 'a@' }, 'email'],
      [{ nominative: 'A', city_id: 'x' }, 'city_id'],
    ] as [object, string][]) {
      const reply = await write('PUT', body)
      expect(reply.status).toBe(400)
      expect(reply.body.fields?.[field]).toMatch(/\.$/)
    }
  })
})

describe('404', () => {
  it('is the answer for another customer’s person, whatever the request', async () => {
    const { services, customer_id, get, write } = await setUp()
    const subject_id = await makeSubject(services, customer_id)
    const { headers } = await signIn(services, 'customer')
    expect((await get(`/${subject_id}`, headers)).status).toBe(404)
    expect((await write('POST', { subject_id, nominative: 'Mio' }, headers)).status).toBe(404)
    expect((await write('PUT', { customer_id, nominative: 'Mio' }, headers)).status).toBe(404)
    expect((await get<Page>('', headers)).body.items).toEqual([])
  })
})

describe('409', () => {
  it('refuses a tax code of another person of the same customer', async () => {
    const { services, write } = await setUp()
    await write('PUT', { nominative: 'A', fiscal_code: omocodia })
    const { subject_id } = (await write('PUT', { nominative: 'B' })).body
    for (const refused of [
      await write('PUT', { nominative: 'C', fiscal_code: omocodia }),
      await write('POST', { subject_id, nominative: 'B', fiscal_code: omocodia }),
    ])
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['fiscal_code']])
    const { headers } = await signIn(services, 'customer')
    expect((await write('PUT', { nominative: 'A', fiscal_code: omocodia }, headers)).status).toBe(201)
  })
})

describe('403', () => {
  it('asks a super user to impersonate a customer first', async () => {
    const { services, write } = await setUp()
    const { headers } = await signIn(services, 'super_user')
    expect((await write('PUT', { nominative: 'A' }, headers)).body).toMatchObject({
      error: 'impersonation_required',
    })
  })
})
