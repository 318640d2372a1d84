import { addDays, addMonths, formatDate, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { registryFixtures } from '../../../testing/features/registry-fixtures.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const header = 'Condominio;Interno;Nominativo;Saldo iniziale'
const sheet = (...rows: string[]) => [header, ...rows].join('\n')
const balances = ['I Tigli;1;Rossi Lucia;-80,00', 'I Tigli;2;Verdi Ugo;45,00']

/** A customer's bills and credits with their days. */
const written = (customer_id: number) =>
  test.services.asSystem(async (tx) => {
    const bills = await tx`
      select b.number, b.amount, b.issue_date, i.due_date from bills b join bill_instalments i using (bill_id)
      where b.customer_id = ${customer_id} order by b.bill_id`
    const credits = await tx`
      select e.day, -l.amount as amount from ledger_entries e join ledger_lines l using (entry_id)
      where e.customer_id = ${customer_id} and l.ledger_account = 'subject_credit' order by e.entry_id`
    const issued = await tx`
      select day from ledger_entries where customer_id = ${customer_id} and kind = 'issue' order by entry_id`
    return {
      bills: bills.map(({ issue_date, due_date, amount }) => [issue_date, due_date, amount]),
      numbers: bills.map(({ number }) => number),
      credits: credits.map(({ day, amount }) => [day, amount]),
      issued: issued.map(({ day }) => day),
    }
  })

describe('a column with the day of the balance', () => {
  it('dates the bill, its due date and the credit, row by row', async () => {
    const { upload, write, send, customer_id } = await registryFixtures(test)
    const read = await upload(
      [
        `${header};Data saldo`,
        'I Tigli;1;Rossi Lucia;-80,00;31/12/2025',
        'I Tigli;2;Verdi Ugo;45,00;30/11/2025',
        'I Tigli;3;Neri Ada;;',
      ].join('\n'),
    )
    expect(read.tables[0]?.columns.map(({ field }) => field)).toContain('opening_date')
    expect(read).toMatchObject({ opening_date: null, counts: { opening_undated: 0 } })
    expect(read.notes).toContain('Saldi dal 30/11/2025 al 31/12/2025: ognuno ha la data della sua riga.')
    const rows = await send('GET', `/v1/accounts/import/${read.import_id}/rows`)
    expect(rows.body.items.map(({ due_date }) => due_date)).toEqual(['2025-12-31', '2025-11-30', null])
    expect((await write(read.import_id)).body.state).toBe('done')
    expect(await written(customer_id)).toEqual({
      bills: [['2025-12-31', '2025-12-31', 8_000]],
      numbers: ['SALDO-2025/000001'],
      credits: [['2025-11-30', 4_500]],
      issued: ['2025-12-31'],
    })
  })

  it.each(['Saldo al', 'Data riporto', 'Data saldo iniziale', 'Saldo alla data del'])(
    'is recognised when it is called “%s”',
    async (name) => {
      const { upload } = await registryFixtures(test)
      const read = await upload(
        [`Condominio;Interno;Nominativo;${name};Saldo iniziale`, 'I Tigli;1;Rossi Lucia;31/12/2025;-80'].join(
          '\n',
        ),
      )
      expect(read.tables[0]?.columns.slice(3).map(({ field }) => field)).toEqual([
        'opening_date',
        'opening_balance',
      ])
    },
  )

  it('refuses in its row a day that is in the future, too old or invalid', async () => {
    const { upload, rowsOf } = await registryFixtures(test)
    const late = formatDate(addDays(today(), 1))
    const old = formatDate(addDays(addMonths(today(), -120), -1))
    const read = await upload(
      [
        `${header};Data saldo`,
        `I Tigli;1;Rossi Lucia;-80,00;${late}`,
        `I Tigli;2;Verdi Ugo;45,00;${old}`,
        'I Tigli;3;Neri Ada;10,00;31/02/2025',
      ].join('\n'),
    )
    const wrong = await rowsOf(read.import_id, 'error')
    expect(wrong.map(({ issues }) => [issues[0]?.ref, issues[0]?.code])).toEqual([
      ['E2', 'date'],
      ['E3', 'date'],
      ['E4', 'date'],
    ])
    expect(wrong[0]?.issues[0]?.message).toContain('nel futuro')
    expect(wrong[1]?.issues[0]?.message).toContain('dieci anni')
  })
})

describe('400: balances without a day', () => {
  it('are not written until somebody gives a day, which they then have', async () => {
    const { upload, write, there, customer_id } = await registryFixtures(test)
    const read = await upload(sheet(...balances))
    expect(read).toMatchObject({ opening_date: null, counts: { opening_undated: 2 } })
    const refused = await write(read.import_id)
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { opening_date: expect.stringMatching(/a che giorno sono i saldi/) } },
    })
    expect(await there()).toMatchObject({ accounts: 0, owed: 0, credit: 0 })
    expect((await write(read.import_id, '2025-12-31')).body.state).toBe('done')
    expect(await written(customer_id)).toEqual({
      bills: [['2025-12-31', '2025-12-31', 8_000]],
      numbers: ['SALDO-2025/000001'],
      credits: [['2025-12-31', 4_500]],
      issued: ['2025-12-31'],
    })
  })

  it('are refused with a day that is in the future or too old, when checking and when writing', async () => {
    const { upload, write, send, check } = await registryFixtures(test)
    const { import_id } = await upload(sheet(...balances))
    for (const day of [addDays(today(), 1), addDays(addMonths(today(), -120), -1)]) {
      expect(await write(import_id, day)).toMatchObject({
        status: 400,
        body: { fields: { opening_date: expect.any(String) } },
      })
      expect(
        await send('POST', `/v1/accounts/import/check/${import_id}`, { opening_date: day }),
      ).toMatchObject({ status: 400, body: { fields: { opening_date: expect.any(String) } } })
    }
    const checked = await check(import_id, { opening_date: '2025-12-31' })
    expect(checked).toMatchObject({ opening_date: '2025-12-31', state: 'to_check' })
    expect(checked.notes).toContain('Saldi al 31/12/2025.')
    const kept = await check(import_id, { leave_out_errors: true })
    expect(kept.opening_date).toBe('2025-12-31')
    expect((await write(import_id)).body.state).toBe('done')
  })

  it('get it in the rows that lack one; the other rows keep their own', async () => {
    const { upload, write, customer_id } = await registryFixtures(test)
    const read = await upload(
      [
        `${header};Data saldo`,
        'I Tigli;1;Rossi Lucia;-80,00;30/06/2025',
        'I Tigli;2;Verdi Ugo;-20,00;',
        'I Tigli;3;Rossi Lucia;5,00;30/06/2025',
        'I Tigli;4;Rossi Lucia;7,00;',
      ].join('\n'),
    )
    expect(read.counts.opening_undated).toBe(2)
    expect((await write(read.import_id)).status).toBe(400)
    expect((await write(read.import_id, '2025-12-31')).body.state).toBe('done')
    expect(await written(customer_id)).toMatchObject({
      bills: [
        ['2025-06-30', '2025-06-30', 8_000],
        ['2025-12-31', '2025-12-31', 2_000],
      ],
      credits: [
        ['2025-06-30', 500],
        ['2025-12-31', 700],
      ],
    })
  })

  it('need no day if no row has a balance', async () => {
    const { upload, write } = await registryFixtures(test)
    const read = await upload(sheet('I Tigli;1;Rossi Lucia;0,00', 'I Tigli;2;Verdi Ugo;'))
    expect((await write(read.import_id)).body.state).toBe('done')
  })
})

describe('two columns of balances, each with a day', () => {
  it('propose the latest one, to be checked', async () => {
    const { upload } = await registryFixtures(test)
    const read = await upload(
      [
        'Condominio;Interno;Nominativo;Saldo al 31/12/2024;Saldo al 31/12/2025',
        'I Tigli;1;Rossi Lucia;-70,00;-80,00',
      ].join('\n'),
    )
    expect(read.tables[0]?.columns.slice(3)).toMatchObject([
      { field: null },
      { field: 'opening_balance', confidence: 0.6 },
    ])
    expect(read).toMatchObject({ opening_date: '2025-12-31', counts: { opening_debts_amount: 8_000 } })
  })
})

describe('a title or a header that gives the day', () => {
  it.each([
    ['a title', ['Condominio I Tigli - Saldi al 31/12/2025', '', header]],
    ['a title in words', ['Riporto saldi al 31 dicembre 2025', '', header]],
    ['a header', ['Condominio;Interno;Nominativo;Saldo al 31/12/2025']],
    ['a header of debts', ['Condominio;Interno;Nominativo;Debito al 31.12.2025']],
  ])('%s: proposes it, and another may be chosen', async (_, head) => {
    const { upload, check, write, customer_id } = await registryFixtures(test)
    const read = await upload([...head, 'I Tigli;1;Rossi Lucia;-80,00'].join('\n'))
    expect(read).toMatchObject({ opening_date: '2025-12-31', counts: { opening_undated: 1 } })
    expect(read.notes).toContain('Saldi al 31/12/2025.')
    const other = await check(read.import_id, { opening_date: '2025-11-30' })
    expect(other.opening_date).toBe('2025-11-30')
    expect((await check(read.import_id, { opening_date: null })).opening_date).toBe('2025-12-31')
    expect((await write(read.import_id)).body.state).toBe('done')
    const { bills, credits } = await written(customer_id)
    expect([...bills, ...credits].map(([day]) => day)).toEqual(['2025-12-31'])
  })

  it('proposes neither a future day nor one of two days', async () => {
    const { upload } = await registryFixtures(test)
    const coming = formatDate(addDays(today(), 1))
    for (const title of [
      `Saldi al ${coming}`,
      'Saldi dal 01/01/2025 al 31/12/2025',
      'Gestione al 31/12/2025',
    ])
      expect(await upload([title, '', header, balances[0]].join('\n'))).toMatchObject({ opening_date: null })
  })
})

describe('a condominium whose books are closed', () => {
  it('refuses rows whose day is closed, and undoing leaves the closed period unchanged', async () => {
    const { upload, write, rowsOf, check, undo, send, customer_id } = await registryFixtures(test)
    const first = await upload(sheet('I Tigli;1;Rossi Lucia;25,00', 'I Tigli;5;Bianchi Ivo;-10,00'))
    expect((await write(first.import_id, '2025-11-30')).body.state).toBe('done')
    await test.services.asSystem(
      (tx) => tx`
        insert into book_closings (customer_id, account_id, act, closed_to, actor)
        select customer_id, account_id, 'closed', '2025-12-31', 'prova' from accounts where customer_id = ${customer_id}`,
    )
    const second = await upload(
      [`${header};Data saldo`, 'I Tigli;2;Verdi Ugo;-30,00;31/12/2025', 'I Tigli;3;Neri Ada;-10,00;'].join(
        '\n',
      ),
    )
    const [wrong] = await rowsOf(second.import_id, 'error')
    expect(wrong?.issues[0]).toMatchObject({
      code: 'period_closed',
      message: expect.stringContaining('31/12/2025'),
    })
    const left = await check(second.import_id, { leave_out_errors: true })
    expect(left.counts).toMatchObject({ errors: 0, left_out: 1, opening_undated: 1 })
    // A closed day that is chosen only when confirming: the rows are shown again.
    expect(await write(second.import_id, '2025-12-31')).toMatchObject({
      status: 409,
      body: { error: 'period_closed', fields: { opening_date: expect.stringContaining('31/12/2025') } },
    })
    expect((await send('GET', `/v1/accounts/import/${second.import_id}`)).body).toMatchObject({
      state: 'to_check',
      counts: { errors: 1 },
    })
    await check(second.import_id, { opening_date: '2026-01-01' })
    expect((await write(second.import_id)).body.state).toBe('done')
    expect((await undo(second.import_id)).body.state).toBe('undone')
    // Written and closed on the same day: entries in the closed period stay, and are reversed today.
    expect((await undo(first.import_id)).body.state).toBe('undone')
    expect(await written(customer_id)).toMatchObject({
      bills: [['2025-11-30', '2025-11-30', 1_000]],
      credits: [
        ['2025-11-30', 2_500],
        [today(), -2_500],
      ],
    })
    const receivables = await test.services.asSystem(
      (tx) => tx`
        select e.day, l.amount from ledger_entries e join ledger_lines l using (entry_id)
        where e.customer_id = ${customer_id} and l.ledger_account = 'receivables' order by e.entry_id`,
    )
    expect(receivables).toEqual([
      { day: '2025-11-30', amount: 1_000 },
      { day: today(), amount: -1_000 },
    ])
  })
})

describe('undoing', () => {
  it.each([
    ['on the same day reverses the credit on its own day, so that no day shows it', 0, '2025-12-31'],
    ['on a later day reverses it on the day of the undo, because statements have shown it', 2, today()],
  ])('%s', async (_, days, expected) => {
    const { upload, write, undo, customer_id } = await registryFixtures(test)
    const { import_id } = await upload(sheet('I Tigli;1;Rossi Lucia;25,00', 'I Tigli;2;Rossi Lucia;5,00'))
    await write(import_id, '2025-12-31')
    await test.services.asSystem(async (tx) => {
      await tx`update imports set finished_at = finished_at - make_interval(days => ${days}) where import_id = ${import_id}`
      await tx`update units set updated_at = updated_at - make_interval(days => ${days + 1}) where import_id = ${import_id}`
    })
    expect((await undo(import_id)).body.state).toBe('undone')
    expect((await written(customer_id)).credits).toEqual([
      ['2025-12-31', 3_000],
      [expected, -3_000],
    ])
  })
})
