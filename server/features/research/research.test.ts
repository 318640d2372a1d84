import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds, only, type SearchFixtures, searchFixtures } from '../../testing/features/search-fixtures.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'

let fixtures: SearchFixtures
beforeAll(async () => {
  fixtures = await searchFixtures()
})
afterAll(() => fixtures.close())

describe('POST /v1/research/find', () => {
  it('200: returns exactly the fields that identify a record and open it', async () => {
    const made = await fixtures.makePaidBill({
      account: 'Residenza Ippolita',
      nominative: 'Zaccarìa Ippolito',
      fiscal_code: 'ZCCPLT80A01D612V',
      number: 'IPP/2026/17',
    })
    const { status, body } = await fixtures.find('ippolit')
    expect(status).toBe(200)
    const whose = { customer_id: fixtures.customer_id, customer_name: expect.any(String) }
    const [condominium, person, bill, payment] = body
    expect(body).toHaveLength(4)
    expect(condominium).toEqual({
      ...whose,
      data_from: 'condomini',
      account_id: made.account_id,
      account_name: 'Residenza Ippolita',
      subject_id: null,
      subject_nominative: null,
      bill_id: null,
      bill_number: null,
      payment_id: null,
      fiscal_code: null,
      amount: null,
      date: null,
      bill_state: null,
      payment_state: null,
      residue: null,
      overdue: null,
      unit: null,
      units: [],
    })
    expect(person).toMatchObject({
      data_from: 'soggetti',
      subject_id: made.subject_id,
      subject_nominative: 'Zaccarìa Ippolito',
      fiscal_code: 'ZCCPLT80A01D612V',
      account_id: null,
    })
    expect(bill).toMatchObject({
      ...{ data_from: 'bollette', bill_id: made.bill_id, bill_number: 'IPP/2026/17', amount: 41_250 },
      ...{ date: '2026-09-01', subject_nominative: 'Zaccarìa Ippolito', account_name: 'Residenza Ippolita' },
    })
    expect(payment).toMatchObject({ data_from: 'transazioni', payment_id: made.payment_id, amount: 41_250 })
  })

  it('200: only the requested kinds', async () => {
    await fixtures.makePaidBill({
      account: 'Torre Quadrata',
      nominative: 'Quadrata Ugo',
      number: 'QUADRATA-1',
    })
    const expected = [
      ['by_accounts', 'condomini'],
      ['by_subjects', 'soggetti'],
      ['by_bills', 'bollette'],
      ['by_transactions', 'transazioni'],
    ] as const
    for (const [flag, kind] of expected)
      expect(kinds((await fixtures.find('quadrata', only(flag))).body)).toEqual([kind])
    expect((await fixtures.find('quadrata', { ...only('by_bills'), by_bills: '0' })).body).toEqual([])
  })

  it('200: finds a record by its names and numbers as people have them', async () => {
    const made = await fixtures.makePaidBill({
      account: 'Condominio Ariosto 3',
      nominative: 'D’Àngelo Lucìa',
      fiscal_code: 'DNGLCU75C41D612X',
      number: '2031/000412',
      amount: 123_450,
    })
    const person = ['DNGLCU75C41D612X', 'dng lcu 75c41 d612x', 'lucia d’angelo', "D'ANGELO", 'ngel', 'lucìa']
    for (const text of person)
      expect(
        (await fixtures.find(text, only('by_subjects'))).body.map(({ subject_id }) => subject_id),
        text,
      ).toContain(made.subject_id)
    const bill = ['2031/000412', '2031000412', '2031/0', '000412', rfOfBill('2031/000412')]
    const cents = ['1.234,50', '1234,5', '1234.50', '€ 1.234,50']
    for (const text of [...bill, ...cents, 'd’angelo'])
      expect(
        (await fixtures.find(text, only('by_bills'))).body.map(({ bill_id }) => bill_id),
        text,
      ).toContain(made.bill_id)
    for (const text of [
      `PG-${made.payment_id}`,
      `${made.payment_id}`,
      `pg ${made.payment_id}`,
      ...bill,
      ...cents,
    ])
      expect(
        (await fixtures.find(text, only('by_transactions'))).body.map(({ payment_id }) => payment_id),
        text,
      ).toContain(made.payment_id)
  })

  it('200: the text itself first, then records that begin with it, then those with such a word; within each the latest', async () => {
    const names = ['Palmarès', 'La Palmar', 'Palmar', 'Sanpalmare', 'Palmar Nuova']
    for (const [at, account] of names.entries())
      await fixtures.makePaidBill({ account, nominative: `Ordine ${at}`, number: `ORD-${at}` })
    for (let more = 0; more < 12; more += 1)
      await fixtures.makePaidBill({
        account: `Grampalmar ${more}`,
        nominative: `Ordine`,
        number: `ORDINE-${more}`,
      })
    const { body } = await fixtures.find('palmar', only('by_accounts'))
    expect(body.map(({ account_name }) => account_name)).toEqual([
      'Palmar',
      'Palmar Nuova',
      'Palmarès',
      'La Palmar',
      ...[11, 10, 9, 8, 7, 6].map((more) => `Grampalmar ${more}`),
    ])
  })

  it('200: one or two letters find only records that begin with them', async () => {
    await fixtures.makePaidBill({ account: 'Xy Torre', nominative: 'Anna Xy', number: 'A-XY' })
    expect((await fixtures.find('xy')).body.map(({ data_from }) => data_from)).toEqual(['condomini'])
    expect((await fixtures.find('XY T', only('by_accounts'))).body).toHaveLength(1)
  })

  it('200: no records of another customer, except for a super user who has chosen none', async () => {
    const other = await makeCustomer(fixtures.app.services, { business_name: 'Studio Altrove' })
    const made = await fixtures.makePaidBill({
      ...{ account: 'Altrove Primo', nominative: 'Altrove Ada', number: 'ALTROVE-1', amount: 987_654 },
      customer: other,
    })
    const texts = ['altrove', 'alt', '9.876,54', `PG-${made.payment_id}`, 'al']
    for (const text of texts) expect((await fixtures.find(text)).body, text).toEqual([])
    const superUser = (await signIn(fixtures.app.services, 'super_user')).headers
    for (const text of texts) {
      const { body } = await fixtures.find(text, {}, superUser)
      expect(body.length, text).toBeGreaterThan(0)
      expect(body[0]).toMatchObject({ customer_id: other, customer_name: 'Studio Altrove' })
    }
    const chosen = { ...superUser, 'x-customer-id': String(fixtures.customer_id) }
    for (const text of texts) expect((await fixtures.find(text, {}, chosen)).body, text).toEqual([])
  })

  it('200: a sub-user who sees some condominiums finds all of theirs, however many others exist', async () => {
    const own = await fixtures.makePaidBill({
      account: 'Quercia Prima',
      nominative: 'Quercia Rosa',
      number: 'QUERCIA-1',
    })
    for (let more = 0; more < 12; more += 1)
      await fixtures.makePaidBill({
        account: `Quercia Altra ${more}`,
        nominative: `Quercia ${more}`,
        number: `QUERCIA-9${more}`,
      })
    const { headers } = await signInSubUser(fixtures.app.services, fixtures.customer_id, {
      permissions: ['bills:read'],
      accounts: [own.account_id],
    })
    const { body } = await fixtures.find('quercia', {}, headers)
    expect(body).toMatchObject([
      { data_from: 'condomini', account_id: own.account_id },
      { data_from: 'soggetti', subject_id: own.subject_id },
      { data_from: 'bollette', bill_id: own.bill_id },
      { data_from: 'transazioni', payment_id: own.payment_id },
    ])
  })

  it('400: no text, a text that is too long, or a flag that is neither 1 nor 0', async () => {
    for (const text of ['', '   ', 'a'.repeat(201), 'a\0b'])
      expect(await fixtures.find(text)).toMatchObject({
        status: 400,
        body: { fields: { text: expect.any(String) } },
      })
    expect(await fixtures.find('rossi', { by_bills: 'forse' })).toMatchObject({
      status: 400,
      body: { fields: { by_bills: 'Scrivi 1 per cercare qui, 0 per non farlo.' } },
    })
    expect((await fixtures.find('a'.repeat(20_000))).status).toBe(400)
  })

  it('401, 403: not a user of an office', async () => {
    expect((await fixtures.find('rossi', {}, {})).status).toBe(401)
    for (const role of ['consumer', 'awaiting', 'store'] as const)
      expect(
        (await fixtures.find('rossi', {}, (await signIn(fixtures.app.services, role)).headers)).status,
      ).toBe(403)
  })

  it('415: not a multipart form', async () => {
    const asJson = await fixtures.app.call({
      ...{ method: 'POST', url: '/v1/research/find', headers: fixtures.headers },
      body: { text: 'rossi' },
    })
    expect(asJson.status).toBe(415)
  })
})

describe('GET /v1/research/find-all/{text}', () => {
  it('200: finds all kinds, like a search with every flag set', async () => {
    await fixtures.makePaidBill({ account: 'Ognidove 1/A', nominative: 'Ognidove Ivo', number: 'OGNIDOVE/1' })
    const all = await fixtures.findAll('ognidove')
    expect(kinds(all.body)).toEqual(['condomini', 'soggetti', 'bollette', 'transazioni'])
    expect(all.body).toEqual((await fixtures.find('ognidove')).body)
    expect((await fixtures.findAll('ognidove 1/a')).body).toHaveLength(1)
  })

  it('400: only blanks or unusual characters', async () => {
    for (const text of [' ', 'a\0', '\u0007'])
      expect(await fixtures.findAll(text)).toMatchObject({
        status: 400,
        body: { fields: { text: expect.any(String) } },
      })
  })
})

it('no text causes a server error', async () => {
  const any = fc.oneof(fc.string({ maxLength: 220 }), fc.string({ unit: 'binary', maxLength: 60 }))
  await fc.assert(
    fc.asyncProperty(any, async (text) => {
      const answers = await Promise.all([
        fixtures.findAll(text),
        fixtures.find(text.replaceAll(/[\r\n]/g, ' ')),
      ])
      for (const { status } of answers) expect([200, 400, 404, 414]).toContain(status)
    }),
    { numRuns: 40 },
  )
})
