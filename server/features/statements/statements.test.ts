import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from '@saldo/contract/reports/statements'
import { addDays, today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { post } from '../../ledger/ledger.ts'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services, { business_name: 'Studio Bianchi' })
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const subject_id = await makeSubject(test.services, customer_id)
  const bill = (amount: number, account = account_id) =>
    makeBill(test.services, customer_id, { account_id: account, subject_id, amounts: [amount] })
  const send = async (url: string, payload: object = {}) => {
    const reply = await test.call({ method: 'POST', url, headers, payload })
    return { status: reply.status, body: reply.body as unknown as { payment_id: number } }
  }
  const pay = (amount: number, received_on = '2026-09-20', account = account_id) =>
    // Some payments are equal: without the confirmation, the second one is refused as a possible duplicate.
    send('/v1/payments', {
      ...{
        account_id: account,
        subject_id,
        amount,
        received_on,
        confirm_duplicate: true,
        credit_surplus: true,
      },
    })
  const statement = async (query = 'from=2026-01-01') =>
    (await test.call({ url: `/v1/subjects/statement/${subject_id}?${query}`, headers })).body as Statement
  /** The person's bills less their credit. */
  const owed = async () => {
    const { body } = await test.call({ url: `/v1/subjects/${subject_id}`, headers })
    const { residue, credit } = body as { residue: number; credit: number }
    return { residue, credit }
  }
  return { ...test, customer_id, account_id, subject_id, headers, bill, pay, send, statement, owed }
}

describe('200', () => {
  it('lists what was billed, paid, left as credit and refunded, in order, between two balances', async () => {
    const { bill, pay, send, statement, owed } = await setUp()
    const one = await bill(20_000)
    const { body: paid } = await pay(25_000)
    const two = await bill(3_000)
    expect((await send(`/v1/bills/${two.bill_id}/credit`)).status).toBe(201)
    expect(
      (await send(`/v1/stripe/refund/${paid.payment_id}`, { amount: 4_000, reason: 'duplicate' })).status,
    ).toBe(201)
    const told = await statement()
    expect(told.lines.map(({ kind, amount, text }) => [kind, amount, text])).toEqual([
      ['bill', 20_000, `Bolletta ${one.number}: Rata 3 di 4`],
      ['bill', 3_000, `Bolletta ${two.number}: Rata 3 di 4`],
      ['payment', -25_000, `Pagato: bonifico, bolletta ${one.number}, di cui 50,00\u00a0€ a credito`],
      ['credit', 0, `Credito usato, bolletta ${two.number}, con 30,00\u00a0€ di credito`],
      ['refund', 4_000, expect.stringMatching(/^Rimborso/)],
    ])
    expect(told).toMatchObject({ opening: 0, asked: 23_000, paid: 25_000, given_back: 4_000, closing: 2_000 })
    const { residue, credit } = await owed()
    expect(residue - credit).toBe(2_000)
    expect(told.credit).toBe(credit)
    expect(await statement('from=2026-09-02&to=2026-09-20')).toMatchObject({
      opening: 23_000,
      closing: -2_000,
    })
  })

  it('says of a correction on which day the money came', async () => {
    const { bill, pay, send, statement } = await setUp()
    const { number } = await bill(20_000)
    const { body } = await pay(5_000, '2026-09-20')
    const reversal = { reason: 'other_amount', amount: 4_000, confirm_day: true }
    expect((await send(`/v1/payments/${body.payment_id}/reversal`, reversal)).status).toBeLessThan(300)
    const texts = (await statement()).lines.map(({ text }) => text)
    expect(texts).toEqual([
      expect.stringContaining('Bolletta'),
      `Pagato: bonifico, bolletta ${number}`,
      expect.stringMatching(/^Storno di incasso.*, registrato il 20\/09\/2026, bolletta/),
      `Pagato: bonifico, ricevuto il 20/09/2026, bolletta ${number}`,
    ])
  })

  it('can be limited to one condominium', async () => {
    const { account_id, bill, customer_id, pay, services, statement } = await setUp()
    const other = await makeAccount(services, customer_id, { name: 'Borea' })
    await bill(10_000)
    await bill(7_000, other)
    await pay(7_000, '2026-09-20', other)
    expect(await statement(`from=2026-01-01&account_id=${account_id}`)).toMatchObject({
      asked: 10_000,
      paid: 0,
    })
    expect(await statement(`from=2026-01-01&account_id=${other}`)).toMatchObject({ asked: 7_000, closing: 0 })
    expect(await statement()).toMatchObject({ asked: 17_000, closing: 10_000 })
  })

  it('counts a cancelled bill as zero, excludes drafts, and dates an opening credit on its own day', async () => {
    const { bill, customer_id, pay, services, send, statement, subject_id, account_id } = await setUp()
    const gone = await bill(10_000)
    expect((await send(`/v1/bills/cancel/${gone.bill_id}`)).status).toBe(200)
    await makeBill(services, customer_id, { account_id, subject_id, draft: true })
    await bill(5_000)
    await pay(2_000, '2026-09-20')
    const whose = { customer_id, account_id, subject_id }
    await services.asSystem(async (tx) => {
      await tx`insert into subject_credits ${tx({ ...whose, balance: 300 })}`
      const entry = {
        ...whose,
        bill_id: null,
        payment_id: null,
        kind: 'opening_credit',
        day: '2026-10-01',
      } as const
      await post(tx, { ...entry, source: 'import:1', description: 'Saldo precedente a credito' }, [
        { ledger_account: 'opening', amount: 300 },
        { ledger_account: 'subject_credit', amount: -300 },
      ])
    })
    expect(await statement()).toMatchObject({
      ...{ opening: 0, asked: 5_000, paid: 2_300, closing: 2_700, credit: 300 },
    })
    expect(await statement('from=2026-09-01&to=2026-09-30')).toMatchObject({ asked: 15_000, closing: 13_000 })
    expect((await statement('from=2026-10-01&to=2026-10-01')).lines).toMatchObject([
      { kind: 'opening', amount: -300, text: 'Saldo precedente a credito' },
    ])
    expect((await statement(`from=${today()}`)).lines).toMatchObject([
      { kind: 'cancellation', amount: -10_000, text: `Annullata la bolletta ${gone.number}` },
    ])
  })

  it('does not change for a closed period', async () => {
    const { bill, pay, send, statement, services, subject_id, account_id } = await setUp()
    const [noted, changed, gone] = [
      await bill(17_000),
      await bill(5_000),
      await bill(3_000),
      await bill(2_500),
    ]
    const received = await pay(2_500, '2026-09-20')
    const periods = ['from=2026-09-01&to=2026-09-30', 'from=2026-10-01&to=2026-10-31']
    const told = async () => Promise.all(periods.map((period) => statement(period)))
    const before = await told()
    expect(before[1]).toMatchObject({ opening: 25_000, closing: 25_000, lines: [] })

    expect(
      (await send(`/v1/bills/credit-note/${noted.bill_id}`, { amount: 11_000, reason: 'Errore' })).status,
    ).toBe(201)
    const [line] = await services.asSystem(
      (tx) => tx`select number, issue_date from bills where bill_id = ${changed.bill_id}`,
    )
    const edited = {
      ...{ bill_id: changed.bill_id, account_id, subject_id, description: 'Rata', unit: null },
      ...{ number: line?.number, issue_date: line?.issue_date },
      lines: [{ description: 'Rata', amount: 4_000 }],
      instalments: [{ due_date: '2026-12-15', amount: 4_000 }],
    }
    expect((await send('/v1/bills', { ...edited, issue_date: '2026-10-02' })).status).toBe(409)
    expect((await send('/v1/bills', edited)).status).toBe(200)
    expect((await send(`/v1/bills/cancel/${gone.bill_id}`)).status).toBe(200)
    await send(`/v1/stripe/refund/${received.body.payment_id}`, { reason: 'duplicate' })

    expect(await told()).toEqual(before)
    const now = await statement(`from=${today()}`)
    expect(now.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['credit_note', -11_000],
      ['amendment', -1_000],
      ['cancellation', -3_000],
      ['refund', 2_500],
    ])
    expect(now).toMatchObject({ opening: 25_000, asked: -15_000, given_back: 2_500, closing: 12_500 })
  })

  it('agrees with bills, credit and ledger to the cent after random acts', async () => {
    const test = await setUp()
    const { bill, owed, pay, send, services, statement, subject_id } = test
    const act = fc.oneof(
      fc.record({ act: fc.constant('bill' as const), amount: fc.integer({ min: 100, max: 50_000 }) }),
      fc.record({
        act: fc.constant('pay' as const),
        amount: fc.integer({ min: 100, max: 60_000 }),
        ago: fc.integer({ min: 0, max: 60 }),
      }),
      fc.record({ act: fc.constant('credit' as const), amount: fc.constant(0) }),
      fc.record({ act: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 20_000 }) }),
    )
    const bills: number[] = []
    const payments: number[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async (acts) => {
        for (const done of acts) {
          if (done.act === 'bill' || bills.length === 0) bills.push((await bill(done.amount + 100)).bill_id)
          else if (done.act === 'pay') {
            const { status, body } = await pay(done.amount, addDays(today(), -done.ago))
            expect(status).toBe(201)
            payments.push(body.payment_id)
          } else if (done.act === 'credit')
            for (const id of bills.slice(-3)) await send(`/v1/bills/${id}/credit`)
          else if (payments.length > 0)
            await send(`/v1/stripe/refund/${payments.at(-1)}`, { amount: done.amount, reason: 'duplicate' })
        }
        const told = await statement()
        const { residue, credit } = await owed()
        const [ledger] = await services.asSystem(
          (tx) => tx`
            select coalesce(sum(l.amount) filter (where l.ledger_account in ('receivables', 'subject_credit')), 0)::int8 as moved,
              coalesce(sum(l.amount) filter (where l.ledger_account = 'receivables' and l.bill_id is null), 0)::int8 as of_no_bill
            from ledger_entries e join ledger_lines l using (entry_id)
            join payments p on p.payment_id = e.payment_id where p.subject_id = ${subject_id}`,
        )
        expect(told.closing).toBe(told.asked + ledger?.moved)
        expect(told.closing).toBe(residue - credit + ledger?.of_no_bill)
        expect(told.credit).toBe(credit)
        const [half, rest] = [
          await statement('from=2020-01-01&to=2026-10-15'),
          await statement('from=2026-10-16'),
        ]
        expect(rest.opening).toBe(half.closing)
        expect(rest.closing).toBe(told.closing)
      }),
      { numRuns: 6 },
    )
  })

  it('comes as a PDF on as many pages as needed, with the person’s name and the amount due', async () => {
    const { bill, call, headers, subject_id } = await setUp()
    for (let n = 0; n < 60; n += 1) await bill(1_000)
    const url = `/v1/subjects/statement-pdf/${subject_id}?from=2026-01-01`
    const reply = await call({ url, headers })
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect((await call({ url, headers })).raw).toEqual(reply.raw)
    const { text, pages } = await read(reply.raw)
    expect(pages).toBe(2)
    for (const fact of [
      'Estratto conto',
      'tutti i condomìni',
      'Studio Bianchi',
      'Da pagare alla fine',
      'Pagina 2',
    ])
      expect(text).toContain(fact)
    expect(text.match(/Bolletta B-2026/g)).toHaveLength(60)
    expect(text).toMatch(/Da pagare alla fine 600,00/)
  })
})

describe('400', () => {
  it('a period that ends before it begins, or an invalid day', async () => {
    const { call, headers, subject_id } = await setUp()
    for (const [query, field] of [
      ['from=2026-02-01&to=2026-01-01', 'to'],
      ['from=2026-02-30', 'from'],
    ]) {
      const { status, body } = await call({ url: `/v1/subjects/statement/${subject_id}?${query}`, headers })
      expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]])
    }
  })
})

describe('404', () => {
  it('is the answer for another customer’s person; their condominium filters everything out', async () => {
    const { bill, call, headers, services, statement } = await setUp()
    await bill(1_000)
    const other = await makeCustomer(services)
    const [person, account] = [await makeSubject(services, other), await makeAccount(services, other)]
    for (const kind of ['statement', 'statement-pdf'])
      expect((await call({ url: `/v1/subjects/${kind}/${person}`, headers })).status).toBe(404)
    expect(await statement(`account_id=${account}`)).toMatchObject({ lines: [], opening: 0, closing: 0 })
  })
})

async function read(pdf: Buffer): Promise<{ text: string; pages: number }> {
  const run = promisify(execFile)
  const folder = await mkdtemp(join(tmpdir(), 'saldo-statement-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'statement.pdf')
  await writeFile(file, pdf)
  const { stdout } = await run('pdftotext', ['-layout', file, '-'])
  const pages = Number(/Pages:\s+(\d+)/.exec((await run('pdfinfo', [file])).stdout)?.[1])
  return { text: stdout.replace(/[^\S\n]+/g, ' '), pages }
}
