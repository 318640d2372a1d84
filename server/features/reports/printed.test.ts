import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const day = (days: number) => addDays(today(), days)

async function setUp() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Condominio Aurora' })
  const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const bill = await makeBill(test.services, customer_id, {
    ...{ account_id, subject_id, amounts: [30_000, 12_000], due_dates: [day(-50), day(20)] },
  })
  const collect = async (amount: number, method: string) => {
    const payload = { account_id, subject_id, amount, received_on: today(), method, confirm_day: true }
    const { status, body } = await test.call({ method: 'POST', url: '/v1/payments', headers, payload })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  return { customer_id, headers, account_id, subject_id, bill, collect }
}

const fileOf = async (url: string, headers: Record<string, string>) => {
  const { status, raw, body } = await test.call({ url: `/v1/${url}`, headers })
  expect([url, status], JSON.stringify(body)).toEqual([url, 200])
  return raw
}
async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'saldo-printed-')), 'printed.pdf')
  writeFileSync(file, await fileOf(url, headers))
  return execFileSync('pdftotext', ['-layout', file, '-']).toString().replaceAll('\u00a0', ' ')
}

describe('GET /v1/reports/month-end/{id}', () => {
  it('200: balances, issued, collected by way and debtors, equal to the ledger', async () => {
    const { account_id, headers, collect } = await setUp()
    await collect(5_000, 'CASH')
    await collect(700, 'BANK_TRANSFER')
    const month = today().slice(0, 7)
    const text = await textOf(`reports/month-end/${account_id}?month=${month}`, headers)
    expect(text).toContain('Condominio Aurora')
    expect(text).toMatch(/Banca\s+0,00 €\s+57,00 €\s+57,00 €/)
    expect(text).toMatch(/Contanti\s+50,00 €\s+0,00 €\s+0,00 €\s+0,00 €\s+50,00 €/)
    expect(text).toMatch(/Bonifico\s+7,00 €/)
    expect(text).toMatch(/Rossi Lucia\s+363,00 €/)
    const [owed] = await test.services.asSystem(
      (tx) => tx`
        select sum(l.amount)::bigint as balance from ledger_entries e join ledger_lines l using (entry_id)
        where e.account_id = ${account_id} and l.ledger_account = 'receivables'`,
    )
    expect(owed?.balance).toBe(36_300)
    const sheet = await fileOf(`reports/month-end/${account_id}?month=${month}&format=xlsx`, headers)
    expect(sheet.subarray(0, 2).toString()).toBe('PK')
  })

  it('400: a month that has not begun; 404: another customer’s; 200: without the permission to read payments it says that money is left out', async () => {
    const { account_id, headers, customer_id } = await setUp()
    const ask = (as: Record<string, string>, month: string) =>
      test.call({ url: `/v1/reports/month-end/${account_id}?month=${month}`, headers: as })
    expect((await ask(headers, '2099-01')).status).toBe(400)
    const other = await signIn(test.services, 'customer', await makeCustomer(test.services))
    expect((await ask(other.headers, '2026-01')).status).toBe(404)
    const reader = await signInSubUser(test.services, customer_id, { permissions: ['bills:read'] })
    const text = await textOf(`reports/month-end/${account_id}?month=${today().slice(0, 7)}`, reader.headers)
    expect(text).toMatch(/Denaro del condominio\s+Non compreso/)
    expect(text).not.toContain('Banca')
  })
})

describe('GET /v1/subjects/dossier-pdf/{id}', () => {
  it('200: what is owed, every movement, the reminders that were sent with their text, with an index', async () => {
    const { account_id, subject_id, customer_id, headers, bill, collect } = await setUp()
    await collect(2_000, 'CASH')
    await test.services.asSystem(async (tx) => {
      const [run] = await tx`
        insert into reminder_runs (customer_id, state) values (${customer_id}, 'done') returning run_id`
      await tx`insert into reminders ${tx({
        ...{ customer_id, account_id, subject_id, run_id: run?.run_id, amount: 30_000, level: 1 },
        ...{ channel: 'email', to_address: 'lucia@example.it', title: 'Rata scaduta', address_form: 'lei' },
        ...{ text: 'La preghiamo di pagare.\n\nCordiali saluti', step_name: 'Primo sollecito' },
        ...{ sent_on: day(-3), state: 'sent' },
      } as never)}`
    })
    const text = await textOf(`subjects/dossier-pdf/${subject_id}?account_id=${account_id}`, headers)
    expect(text).toMatch(/Residuo\s+400,00 €/)
    expect(text).toMatch(/di cui scaduto\s+280,00 €/)
    expect(text).toMatch(/3\. Solleciti inviati\s+pagina 4/)
    expect(text).toContain(bill.number)
    expect(text).toMatch(/Saldo\s+400,00 €/)
    expect(text).toContain(`${formatDate(day(-3))}`)
    expect(text).toContain('e-mail a lucia@example.it')
    expect(text).toContain('La preghiamo di pagare.')
    expect(text).toContain('Nessuna attestazione rilasciata.')
    const pages = text.split('\f')
    expect(pages[3]).toContain('Solleciti inviati')
    expect(pages[3]).toContain('Pagina 4')
  })

  it('404: another customer’s, or a condominium that is not theirs', async () => {
    const { account_id, subject_id, headers } = await setUp()
    const other = await setUp()
    const ask = async (as: Record<string, string>, subject: number, account: number) =>
      (await test.call({ url: `/v1/subjects/dossier-pdf/${subject}?account_id=${account}`, headers: as }))
        .status
    expect(await ask(other.headers, subject_id, account_id)).toBe(404)
    expect(await ask(headers, subject_id, other.account_id)).toBe(404)
    expect(await ask(headers, other.subject_id, account_id)).toBe(404)
  })
})
