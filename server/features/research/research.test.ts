import type { SearchResult } from '@saldo/contract/research'
import { rfOfBill } from '@saldo/domain/creditor-reference'
import { fold } from '@saldo/domain/fold'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../../testing/people.ts'

let app: TestApp
let customer_id: number
let headers: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  ;({ customer_id, headers } = await signIn(app.services, 'customer'))
})
afterAll(() => app.close())

type Flags = { by_subjects?: string; by_accounts?: string; by_bills?: string; by_transactions?: string }
type Reply = { status: number; body: SearchResult[] & { error?: string; fields?: Record<string, string> } }

const boundary = 'saldo-boundary'
const form = (fields: Record<string, string>) => ({
  'content-type': `multipart/form-data; boundary=${boundary}`,
  body: `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`,
})

async function find(text: string, flags: Flags = {}, as = headers): Promise<Reply> {
  const { body, ...type } = form({ text, ...flags })
  return app.call({ method: 'POST', url: '/v1/research/find', headers: { ...as, ...type }, body })
}
const findAll = (text: string, as = headers): Promise<Reply> =>
  app.call({ method: 'GET', url: `/v1/research/find-all/${encodeURIComponent(text)}`, headers: as })

const only = (kind: keyof Flags): Flags => ({
  by_subjects: '0',
  by_accounts: '0',
  by_bills: '0',
  by_transactions: '0',
  [kind]: '1',
})
const kinds = (found: SearchResult[]) => [...new Set(found.map(({ data_from }) => data_from))]

/** A person of a condominium with a bill that was paid by bank transfer. */
async function makePaidBill(of: {
  account: string
  nominative: string
  fiscal_code?: string
  number: string
  amount?: number
  customer?: number
}) {
  const customer = of.customer ?? customer_id
  const { account_id, subject_id } = await app.services.asSystem(async (tx) => {
    const [account] = await tx`
      insert into accounts (customer_id, name, city) values (${customer}, ${of.account}, 'Firenze') returning account_id`
    const [subject] = await tx`
      insert into subjects (customer_id, nominative, fiscal_code)
      values (${customer}, ${of.nominative}, ${of.fiscal_code ?? null}) returning subject_id`
    return { account_id: account?.account_id as number, subject_id: subject?.subject_id as number }
  })
  const { bill_id } = await makeBill(app.services, customer, {
    account_id,
    subject_id,
    number: of.number,
    amounts: [of.amount ?? 41_250],
  })
  const payment_id = await app.services.asSystem(async (tx) => {
    const whose = { customer_id: customer, account_id, subject_id, bill_id }
    const [payment] = await tx`
      insert into payments ${tx({ ...whose, method: 'BANK_TRANSFER', amount: of.amount ?? 41_250, state: 'succeeded' })}
      returning payment_id`
    const paid = { payment_id: payment?.payment_id as number, bill_id, customer_id: customer }
    await tx`insert into payment_bills ${tx(paid)} on conflict do nothing`
    return paid.payment_id
  })
  return { account_id, subject_id, bill_id, payment_id }
}

describe('POST /v1/research/find', () => {
  it('200: exactly the fields that tell one record from another and open it', async () => {
    const made = await makePaidBill({
      account: 'Residenza Ippolita',
      nominative: 'Zaccarìa Ippolito',
      fiscal_code: 'ZCCPLT80A01D612V',
      number: 'IPP/2026/17',
    })
    const { status, body } = await find('ippolit')
    expect(status).toBe(200)
    const whose = { customer_id, customer_name: expect.any(String) }
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

  it('200: only the kinds that were asked for', async () => {
    await makePaidBill({ account: 'Torre Quadrata', nominative: 'Quadrata Ugo', number: 'QUADRATA-1' })
    const expected = [
      ['by_accounts', 'condomini'],
      ['by_subjects', 'soggetti'],
      ['by_bills', 'bollette'],
      ['by_transactions', 'transazioni'],
    ] as const
    for (const [flag, kind] of expected)
      expect(kinds((await find('quadrata', only(flag))).body)).toEqual([kind])
    expect((await find('quadrata', { ...only('by_bills'), by_bills: '0' })).body).toEqual([])
  })

  it('200: a record is found by what people have of it', async () => {
    const made = await makePaidBill({
      account: 'Condominio Ariosto 3',
      nominative: 'D’Àngelo Lucìa',
      fiscal_code: 'DNGLCU75C41D612X',
      number: '2031/000412',
      amount: 123_450,
    })
    const person = ['DNGLCU75C41D612X', 'dng lcu 75c41 d612x', 'lucia d’angelo', "D'ANGELO", 'ngel', 'lucìa']
    for (const text of person)
      expect(
        (await find(text, only('by_subjects'))).body.map(({ subject_id }) => subject_id),
        text,
      ).toContain(made.subject_id)
    const bill = ['2031/000412', '2031000412', '2031/0', '000412', rfOfBill('2031/000412')]
    const cents = ['1.234,50', '1234,5', '1234.50', '€ 1.234,50']
    for (const text of [...bill, ...cents, 'd’angelo'])
      expect(
        (await find(text, only('by_bills'))).body.map(({ bill_id }) => bill_id),
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
        (await find(text, only('by_transactions'))).body.map(({ payment_id }) => payment_id),
        text,
      ).toContain(made.payment_id)
  })

  it('200: the text itself first, then what begins with it, then what has a word that does; of equals the latest', async () => {
    const names = ['Palmarès', 'La Palmar', 'Palmar', 'Sanpalmare', 'Palmar Nuova']
    for (const [at, account] of names.entries())
      await makePaidBill({ account, nominative: `Ordine ${at}`, number: `ORD-${at}` })
    for (let more = 0; more < 12; more += 1)
      await makePaidBill({ account: `Grampalmar ${more}`, nominative: `Ordine`, number: `ORDINE-${more}` })
    const { body } = await find('palmar', only('by_accounts'))
    expect(body.map(({ account_name }) => account_name)).toEqual([
      'Palmar',
      'Palmar Nuova',
      'Palmarès',
      'La Palmar',
      ...[11, 10, 9, 8, 7, 6].map((more) => `Grampalmar ${more}`),
    ])
  })

  it('200: one or two letters find only what begins with them', async () => {
    await makePaidBill({ account: 'Xy Torre', nominative: 'Anna Xy', number: 'A-XY' })
    expect((await find('xy')).body.map(({ data_from }) => data_from)).toEqual(['condomini'])
    expect((await find('XY T', only('by_accounts'))).body).toHaveLength(1)
  })

  it('200: nothing of another customer, except to a super user who has chosen none', async () => {
    const other = await makeCustomer(app.services, { business_name: 'Studio Altrove' })
    const made = await makePaidBill({
      ...{ account: 'Altrove Primo', nominative: 'Altrove Ada', number: 'ALTROVE-1', amount: 987_654 },
      customer: other,
    })
    const texts = ['altrove', 'alt', '9.876,54', `PG-${made.payment_id}`, 'al']
    for (const text of texts) expect((await find(text)).body, text).toEqual([])
    const superUser = (await signIn(app.services, 'super_user')).headers
    for (const text of texts) {
      const { body } = await find(text, {}, superUser)
      expect(body.length, text).toBeGreaterThan(0)
      expect(body[0]).toMatchObject({ customer_id: other, customer_name: 'Studio Altrove' })
    }
    const chosen = { ...superUser, 'x-customer-id': String(customer_id) }
    for (const text of texts) expect((await find(text, {}, chosen)).body, text).toEqual([])
  })

  it('400: no text, too much of it, a flag that is neither 1 nor 0', async () => {
    for (const text of ['', '   ', 'a'.repeat(201), 'a\0b'])
      expect(await find(text)).toMatchObject({ status: 400, body: { fields: { text: expect.any(String) } } })
    expect(await find('rossi', { by_bills: 'forse' })).toMatchObject({
      status: 400,
      body: { fields: { by_bills: 'Scrivi 1 per cercare qui, 0 per non farlo.' } },
    })
    expect((await find('a'.repeat(20_000))).status).toBe(400)
  })

  it('401 and 403: only for the office', async () => {
    expect((await find('rossi', {}, {})).status).toBe(401)
    for (const role of ['consumer', 'awaiting', 'store'] as const)
      expect((await find('rossi', {}, (await signIn(app.services, role)).headers)).status).toBe(403)
  })

  it('415: not a multipart form', async () => {
    const asJson = await app.call({
      ...{ method: 'POST', url: '/v1/research/find', headers },
      body: { text: 'rossi' },
    })
    expect(asJson.status).toBe(415)
  })
})

describe('GET /v1/research/find-all/{text}', () => {
  it('200: all kinds, the same as with every flag set', async () => {
    await makePaidBill({ account: 'Ognidove 1/A', nominative: 'Ognidove Ivo', number: 'OGNIDOVE/1' })
    const all = await findAll('ognidove')
    expect(kinds(all.body)).toEqual(['condomini', 'soggetti', 'bollette', 'transazioni'])
    expect(all.body).toEqual((await find('ognidove')).body)
    expect((await findAll('ognidove 1/a')).body).toHaveLength(1)
  })

  it('400: blanks, or signs that nobody types', async () => {
    for (const text of [' ', 'a\0', '\u0007'])
      expect(await findAll(text)).toMatchObject({
        status: 400,
        body: { fields: { text: expect.any(String) } },
      })
  })
})

it('no text whatever is answered with a fault', async () => {
  const any = fc.oneof(fc.string({ maxLength: 220 }), fc.string({ unit: 'binary', maxLength: 60 }))
  await fc.assert(
    fc.asyncProperty(any, async (text) => {
      const answers = await Promise.all([findAll(text), find(text.replaceAll(/[\r\n]/g, ' '))])
      for (const { status } of answers) expect([200, 400, 404, 414]).toContain(status)
    }),
    { numRuns: 40 },
  )
})

describe('over few records', () => {
  type Made = { name: string; word: string; number: string }
  const pieces = [
    'Rò',
    'ssi',
    'LU',
    'cía',
    'd’',
    "o'",
    '%',
    '_',
    '\\',
    '"',
    'ma',
    'rio',
    '12',
    '/',
    '-',
    ' ',
    'Ñandú',
  ]
  const name = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
    .map((some) => some.join('').trim())
    .filter((made) => made !== '')
  const record = fc.record({ name, word: name, number: name })

  it('search equals looking at each of them', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 8 }),
        fc.array(fc.oneof(name, fc.nat(7)), { minLength: 4, maxLength: 8 }),
        async (records, texts) => {
          const office = await signIn(app.services, 'customer')
          const made = await insert(office.customer_id, records)
          for (const text of texts) {
            // A name whole, or somewhere from its middle: texts that do find.
            const typed =
              typeof text === 'number' ? (records[text % records.length]?.name.slice(text % 3) ?? '') : text
            if (typed.trim() === '') continue
            const { status, body } = await find(typed, {}, office.headers)
            expect(status, typed).toBe(200)
            expect(idsOf(body), JSON.stringify(typed)).toEqual(naive(made, typed))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  type Inserted = Made & { account_id: number; subject_id: number; bill_id: number }

  async function insert(customer: number, records: Made[]): Promise<Inserted[]> {
    return app.services.asSystem(async (tx) => {
      const inserted: Inserted[] = []
      for (const [at, made] of records.entries()) {
        const [account] = await tx`
          insert into accounts (customer_id, name) values (${customer}, ${made.word}) returning account_id`
        const [subject] = await tx`
          insert into subjects (customer_id, nominative) values (${customer}, ${made.name}) returning subject_id`
        const keys = { account_id: account?.account_id as number, subject_id: subject?.subject_id as number }
        const [bill] = await tx`
          insert into bills ${tx({ customer_id: customer, ...keys, number: made.number, description: 'Rata', issue_date: '2026-09-01', amount: 7_000_001 + at })}
          returning bill_id`
        const part = { customer_id: customer, bill_id: bill?.bill_id, position: 1, amount: 7_000_001 + at }
        await tx`insert into bill_lines ${tx({ ...part, description: 'Spese' })}`
        await tx`insert into bill_instalments ${tx({ ...part, due_date: '2026-12-15' })}`
        inserted.push({ ...made, ...keys, bill_id: bill?.bill_id as number })
      }
      return inserted
    })
  }

  const idsOf = (found: SearchResult[]) => ({
    accounts: found
      .filter((one) => one.data_from === 'condomini')
      .map((one) => one.account_id)
      .sort(),
    subjects: found
      .filter((one) => one.data_from === 'soggetti')
      .map((one) => one.subject_id)
      .sort(),
    bills: found
      .filter((one) => one.data_from === 'bollette')
      .map((one) => one.bill_id)
      .sort(),
  })

  function naive(records: Inserted[], text: string) {
    const phrase = fold(text)
    const words = phrase.split(' ')
    const long = (word: string) => /[a-z0-9]{3}/.test(word)
    const contains = (folded: string) =>
      words.some(long)
        ? words.every((word) => (long(word) ? folded : ` ${folded}`).includes(long(word) ? word : ` ${word}`))
        : folded.startsWith(phrase)
    const plain = (number: string) => fold(number).replace(/[^0-9a-z]/g, '')
    // A whole number is what was meant: those that only contain it are left out.
    const whole = ({ number }: Made) => phrase.length > 6 && /\d/.test(phrase) && fold(number) === phrase
    const anyWhole = records.some(whole)
    const numbered = (one: Made) => (anyWhole ? whole(one) : contained(one))
    const contained = ({ number }: Made) =>
      contains(/[^0-9A-Za-z]/.test(number) ? `${fold(number)} ${plain(number)}` : fold(number))
    const named = ({ name }: Made) => contains(`${fold(name)}  `)
    return {
      accounts: records
        .filter(({ word }) => contains(`${fold(word)}   `))
        .map((one) => one.account_id)
        .sort(),
      subjects: records
        .filter(named)
        .map((one) => one.subject_id)
        .sort(),
      bills: records
        .filter((one) => named(one) || numbered(one))
        .map((one) => one.bill_id)
        .sort(),
    }
  }
})

describe('over many records', () => {
  let office: Awaited<ReturnType<typeof signIn>>
  beforeAll(async () => {
    office = await signIn(app.services, 'customer')
    // The names that matter stand among the oldest, where no look at the latest finds them.
    await app.services.asSystem(
      (tx) => tx`
        insert into subjects (customer_id, nominative)
        select ${office.customer_id}, case
          when n <= 3 then 'Quaranta Delfina' when n <= 33 then 'Ottaviano ' || n when n <= 63 then 'Sanna Ottavia ' || n
          else 'Persona ' || n end
        from generate_series(1, 1500) n`,
    )
  })
  const names = async (text: string) =>
    (await find(text, only('by_subjects'), office.headers)).body.map((one) => one.subject_nominative)

  it('a rare name is found wherever it stands', async () => {
    expect(await names('delfina')).toEqual(Array(3).fill('Quaranta Delfina'))
    expect(await names('elfin')).toHaveLength(3)
    expect(await names('delfina quaranta')).toHaveLength(3)
  })

  it('ten of many, those that begin with the text before those that only hold it', async () => {
    const found = await names('ottavi')
    expect(found).toHaveLength(10)
    for (const name of found) expect(name).toMatch(/^Ottaviano/)
    expect(await names('anna')).toHaveLength(10)
    expect(await names('persona')).toHaveLength(10)
    expect((await names('persona 1499'))[0]).toBe('Persona 1499')
    expect(await names('q')).toHaveLength(3)
  })
})
