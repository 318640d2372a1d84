import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDate } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { billImports } from '../../testing/features/bill-imports.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const sample = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

const office = () => billImports(test)

describe('03-bollette.csv', () => {
  it('writes 300 bills with their condominiums and people; importing the file again writes none', async () => {
    const { customer_id, upload, confirm, send, written } = await office()
    const first = await upload(sample('03-bollette.csv'), '03-bollette.csv')
    expect(first).toMatchObject({
      state: 'to_check',
      counts: { bills: 300, amount: 14_111_831, errors: 0, new_accounts: 6, new_subjects: 150 },
    })
    expect(await written()).toMatchObject({ bills: 0 })
    expect((await confirm(first.import_id)).body).toMatchObject({ state: 'done' })
    expect(await written()).toEqual({ bills: 300, amount: 14_111_831, accounts: 6, subjects: 150 })
    const link = `/bollette/importa/${first.import_id}`
    expect(await newsOf(test.services, customer_id)).toEqual([
      {
        title: 'Importazione finita',
        body: '«03-bollette.csv»: 300 bollette importate.',
        metadata: { kind: 'import', link },
      },
      {
        title: '6 condomìni nuovi con IBAN',
        body: expect.stringContaining('Condominio I Gelsi (IT66 •••• 5371)'),
        metadata: { kind: 'iban', link: '/condomini' },
      },
    ])

    expect(
      await test.services.asSystem(
        (tx) =>
          tx`select noun, act, label, after from audit_log where customer_id = ${customer_id} and act <> 'created'`,
      ),
    ).toMatchObject([
      {
        noun: 'imports',
        act: 'imported',
        label: '03-bollette.csv',
        after: { new_bills: 300, new_amount: 14_111_831 },
      },
    ])
    const told = await test.services.asSystem(
      (tx) =>
        tx`select from audit_log where customer_id = ${customer_id} and noun in ('bills', 'accounts', 'subjects')`,
    )
    expect(told).toHaveLength(0)

    const imported = await send('GET', `/v1/bills/summary?import_id=${first.import_id}`)
    expect(imported.body).toMatchObject({ count: 300, amount: 14_111_831 })

    const again = await upload(sample('03-bollette.csv'), 'di nuovo.csv')
    const none = await send('GET', `/v1/bills/summary?import_id=${again.import_id}`)
    expect(none.body).toMatchObject({ count: 0 })
    expect(again.counts).toMatchObject({
      new_bills: 0,
      new_amount: 0,
      same_bills: 300,
      new_accounts: 0,
      new_subjects: 0,
      errors: 0,
    })
    expect((await confirm(again.import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 300 })
  })
})

describe('03b-bollette-con-errori.csv', () => {
  it('is not written while rows are wrong; when they are left out, the other 290 are written', async () => {
    const { upload, confirm, send, written } = await office()
    const read = await upload(sample('03b-bollette-con-errori.csv'), '03b.csv')
    expect(read.counts).toMatchObject({
      bills: 290,
      amount: 13_687_675,
      new_amount: 13_687_675,
      errors: 10,
      credits: 1,
      credits_amount: -4500,
    })
    expect((await confirm(read.import_id)).status).toBe(409)
    expect(await written()).toMatchObject({ bills: 0 })
    const { body } = await send('GET', `/v1/bills/import/${read.import_id}/rows?status=error`)
    expect(body.items).toHaveLength(10)
    await send('POST', `/v1/bills/import/${read.import_id}`, { leave_out_errors: true })
    await runJobs(test.services)
    expect((await confirm(read.import_id)).body).toMatchObject({ state: 'done', counts: { left_out: 10 } })
    expect(await written()).toMatchObject({ bills: 290, amount: 13_687_675 })
  })
})

describe('02-rate-2026.xlsx', () => {
  it('writes 360 numbered bills of one condominium, and recognises them in the ODS version', async () => {
    const { upload, confirm, send, written } = await office()
    const read = await upload(sample('02-rate-2026.xlsx'), '02.xlsx')
    expect(read.counts).toMatchObject({ bills: 360, amount: 8_428_873, new_accounts: 1 })
    await send('POST', `/v1/bills/import/${read.import_id}`, { leave_out_errors: true })
    await runJobs(test.services)
    expect((await confirm(read.import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 360, amount: 8_428_873, accounts: 1 })
    const again = await upload(sample('02-rate-2026.ods'), '02.ods')
    expect(again.counts).toMatchObject({ new_bills: 0, same_bills: 360 })
  })
})

describe('a file that cannot be read', () => {
  it('is refused with a way to solve it, and nothing is written', async () => {
    const { customer_id, upload, written } = await office()
    const refused = await upload(sample('04-unita-e-anagrafiche.xls'), '04.xls')
    expect(refused.state).toBe('refused')
    expect(refused.refusal).toContain('.xlsx')
    expect(await newsOf(test.services, customer_id)).toMatchObject([
      { title: 'Importazione non riuscita', body: `«04.xls»: ${refused.refusal}` },
    ])
    expect(await written()).toMatchObject({ bills: 0 })
  })
})

describe('404: somebody else’s condominium for the whole file', () => {
  it('stores neither import nor file', async () => {
    const stranger = await signIn(test.services, 'customer')
    const foreign = await makeAccount(test.services, stranger.customer_id)
    const { headers } = await office()
    const form = new FormData()
    form.set('account_id', String(foreign))
    form.set('file', new Blob(['Intestatario;Importo']), 'x.csv')
    const body = new Response(form)
    const before = (await readdir(join(test.services.env.SALDO_HOME, 'files', 'imports'))).length
    const reply = await test.call({
      method: 'PUT',
      url: '/v1/bills/import',
      headers: { ...headers, 'content-type': body.headers.get('content-type') as string },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(reply.status).toBe(404)
    expect(await readdir(join(test.services.env.SALDO_HOME, 'files', 'imports'))).toHaveLength(before)
  })
})

describe('200: the wrong rows as a spreadsheet', () => {
  it('is a file to download, named after the one that was brought', async () => {
    const { upload, headers } = await office()
    const { import_id } = await upload(Buffer.from('Condominio;Numero;Importo\nLe Rose;1;molto\n'), 'a.csv')
    await test.services.asSystem((tx) => tx`update sessions set proved_at = now()`)
    const reply = await test.call({ url: `/v1/bills/import/${import_id}/errors`, headers })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-disposition']).toContain('a.csv.xlsx')
    expect(reply.raw.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('the same number with other content', () => {
  it('is an error of the row, not a second bill', async () => {
    const { upload, confirm } = await office()
    const sheet = (amount: string) =>
      Buffer.from(
        `Condominio;N. bolletta;Intestatario;Scadenza;Importo\nLe Magnolie;7/2026;Rossi Lucia;31/12/2026;${amount}\n`,
      )
    await confirm((await upload(sheet('100,00'), 'a.csv')).import_id)
    const other = await upload(sheet('200,00'), 'b.csv')
    expect(other.counts).toMatchObject({ errors: 1, new_bills: 0 })
    expect((await confirm(other.import_id)).status).toBe(409)
  })
})

describe('dates that no bill can have', () => {
  it('are refused row by row with the reason, counted and shown; when they are left out, the rest is written', async () => {
    const { upload, confirm, send, written } = await office()
    const file = [
      'Condominio;Numero;Intestatario;Emissione;Scadenza;Importo',
      'Le Rose;1;Rossi Lucia;01/02/2025;31/03/2025;80',
      'Le Rose;2;Verdi Ugo;01/02/2025;31/01/2025;90',
      'Le Rose;3;Bianchi Ada;01/02/1900;31/03/2025;70',
      'Le Rose;4;Neri Pia;01/02/2025;31/03/2199;60',
      'Le Rose;5;Gialli Ivo;;31/03/2199;50',
      'Le Rose;NC-2025/1;Bruni Eva;01/02/2025;31/03/2025;40',
    ]
    const read = await upload(Buffer.from(file.join('\n')), 'date.csv')
    expect(read.counts).toMatchObject({ bills: 1, errors: 5 })
    const { body } = await send('GET', `/v1/bills/import/${read.import_id}/rows?status=error`)
    const rows = body.items as unknown as { issues: { message: string }[] }[]
    const said = rows.flatMap(({ issues }) => issues.map(({ message }) => message))
    for (const [place, part] of [
      'prima dell’emissione, del 01/02/2025',
      'troppo indietro',
      'più di dieci anni dall’emissione',
      'più di dieci anni dall’emissione',
      'note di credito',
    ].entries())
      expect(said[place]).toContain(part)
    await send('POST', `/v1/bills/import/${read.import_id}`, { leave_out_errors: true })
    await runJobs(test.services)
    expect((await confirm(read.import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 1, amount: 8_000 })
  })
})

describe('a number that differs only by case and blanks', () => {
  it('is the same bill again, or an error that names the other bill', async () => {
    const { upload, confirm, written } = await office()
    const sheet = (number: string, who: string, amount: string) =>
      Buffer.from(
        `Condominio;Numero;Intestatario;Scadenza;Importo\nLe Magnolie;${number};${who};31/12/2025;${amount}\n`,
      )
    await confirm((await upload(sheet('B-1', 'Rossi Lucia', '100'), 'a.csv')).import_id)
    expect((await upload(sheet('b - 1', 'Rossi Lucia', '100'), 'b.csv')).counts).toMatchObject({
      ...{ same_bills: 1, new_bills: 0, errors: 0 },
    })
    const other = await upload(sheet('b-1', 'Rossi Lucia', '120'), 'c.csv')
    expect(other.counts).toMatchObject({ errors: 1, new_bills: 0 })
    expect(await written()).toMatchObject({ bills: 1 })
  })
})

describe('a condominium chosen for the whole file', () => {
  it('applies to rows that name none', async () => {
    const { customer_id, upload, confirm, written } = await office()
    const account_id = await makeAccount(test.services, customer_id, { name: 'Condominio Scelto' })
    const rows = Buffer.from(
      `Intestatario;Interno;Scadenza;Importo\nRossi Lucia;1;${formatDate('2026-12-31')};80,5\nVerdi Ugo;2;31/12/26;90\n`,
    )
    const read = await upload(rows, 'senza condominio.csv', { account_id: String(account_id) })
    expect(read.counts).toMatchObject({ bills: 2, errors: 0, new_accounts: 0, new_subjects: 2 })
    await confirm(read.import_id)
    expect(await written()).toMatchObject({ bills: 2, amount: 17_050, accounts: 1 })
  })
})

describe('a condominium chosen for a file whose title names another one', () => {
  it('applies to the rows of all its sheets, if the person says so again', async () => {
    const { customer_id, upload, confirm, send, written } = await office()
    const account_id = await makeAccount(test.services, customer_id, { name: 'Condominio Scelto' })
    const read = await upload(sample('02-rate-2026.xlsx'), '02.xlsx', { account_id: String(account_id) })
    expect(read.counts).toMatchObject({ bills: 360, new_accounts: 0 })
    expect(
      read.questions.map(({ question, proposal, options }) => [question, proposal, options.length]),
    ).toEqual([['condominium', 'name:Condominio Scelto', 2]])
    await send('POST', `/v1/bills/import/${read.import_id}`, { leave_out_errors: true })
    await runJobs(test.services)
    expect((await confirm(read.import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 360, amount: 8_428_873, accounts: 1 })
  })
})

describe('bills without number', () => {
  it('continue the numbers of their condominium and of the year of their date, import after import', async () => {
    const { upload, confirm, written, customer_id } = await office()
    const sheet = (...rows: string[]) =>
      Buffer.from(['Condominio;Intestatario;Interno;Scadenza;Importo', ...rows].join('\n'))
    await confirm(
      (
        await upload(
          sheet('Le Rose;Rossi Lucia;1;31/12/2024;80', 'Le Rose;Verdi Ugo;2;31/12/2024;90'),
          'a.csv',
        )
      ).import_id,
    )
    const more = sheet('Le Rose;Rossi Lucia;1;30/06/2025;70', 'Le Rose;Verdi Ugo;2;30/11/2024;60')
    expect((await confirm((await upload(more, 'b.csv')).import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 4 })
    const bills = await test.services.asSystem(
      (tx) => tx`select number from bills where customer_id = ${customer_id} order by number`,
    )
    expect(bills.map(({ number }) => number)).toEqual([
      '2024/000001',
      '2024/000002',
      '2024/000003',
      '2025/000001',
    ])
  })
})

describe('bills of which only some have a number', () => {
  it('keep their number, and the others continue after them', async () => {
    const { upload, confirm, customer_id } = await office()
    const file = [
      'Condominio;Numero;Intestatario;Interno;Emissione;Scadenza;Importo',
      'Le Rose;;Rossi Lucia;1;31/12/2024;31/01/2025;80',
      'Le Rose;2024/000001;Verdi Ugo;2;31/12/2024;31/01/2025;90',
      'Le Rose;;Bianchi Ada;3;01/01/2025;31/01/2025;70',
    ]
    expect(
      (await confirm((await upload(Buffer.from(file.join('\n')), 'misto.csv')).import_id)).body.state,
    ).toBe('done')
    const bills = await test.services.asSystem(
      (tx) => tx`
        select number, amount from bills where customer_id = ${customer_id} order by number`,
    )
    expect(bills.map(({ number, amount }) => [number, amount])).toEqual([
      ['2024/000001', 9_000],
      ['2024/000002', 8_000],
      ['2025/000001', 7_000],
    ])
  })
})

describe('20,000 rows', () => {
  it('are written in one transaction, even if the writer is stopped in the middle and starts again', async () => {
    const { upload, confirm, send, written, customer_id } = await office()
    const lines = Array.from(
      { length: 20_000 },
      (_, n) =>
        `Condominio ${n % 40};${n}/2026;Persona ${n % 900} del ${n % 40};${(n % 28) + 1}/11/2026;${100 + (n % 900)},${10 + (n % 90)}`,
    )
    const read = await upload(
      Buffer.from(['Condominio;Numero;Intestatario;Scadenza;Importo', ...lines].join('\n')),
      'tanti.csv',
    )
    expect(read.counts).toMatchObject({ bills: 20_000, errors: 0, new_accounts: 40 })
    const stopped = test.services.asCustomer({ customer_id, user_id: null }, async (tx) => {
      await tx`update imports set state = 'writing' where import_id = ${read.import_id}`
      await tx`insert into accounts (customer_id, name) values (${customer_id}, 'a metà')`
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await written()).toMatchObject({ bills: 0 })
    expect((await send('GET', `/v1/bills/import/${read.import_id}`)).body.state).toBe('to_check')
    expect((await confirm(read.import_id)).body.state).toBe('done')
    expect(await written()).toMatchObject({ bills: 20_000, accounts: 40 })
  })
})
