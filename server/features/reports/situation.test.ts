import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Debtor, Situation } from '@saldo/contract/reports/situation'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
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

/** An office with two condominiums: in the first Rossi owes overdue and later money, Bianchi only later money. */
async function setUp() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Condominio Aurora' })
  const other_id = await makeAccount(test.services, customer_id, { name: 'Condominio Borea' })
  const rossi = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const bianchi = await makeSubject(test.services, customer_id, { nominative: 'Bianchi Piero' })
  const owes = (account: number, subject_id: number, due: [days: number, amount: number][]) =>
    makeBill(test.services, customer_id, {
      ...{ account_id: account, subject_id, amounts: due.map(([, amount]) => amount) },
      due_dates: due.map(([days]) => day(days)),
    })
  await owes(account_id, rossi, [
    [-400, 1_000],
    [-10, 200],
    [0, 30],
    [30, 4],
    [31, 50_000],
    [91, 7],
  ])
  await owes(account_id, bianchi, [[90, 600]])
  await owes(other_id, bianchi, [[-5, 99_999]])
  const get = async <T>(url: string, as = headers) => {
    const { status, body } = await test.call({ url: `/v1/${url}`, headers: as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as T
  }
  return { customer_id, headers, account_id, other_id, rossi, bianchi, get, owes }
}

describe('GET /v1/accounts/situation/{id}', () => {
  it('200: sums equal those of the dashboard, of the arrears and of the list of debtors', async () => {
    const { account_id, get } = await setUp()
    const { owed, months } = await get<Situation>(`accounts/situation/${account_id}`)
    const year = (days: number) => Number(day(days).slice(0, 4))
    expect(owed).toMatchObject({
      ...{ residue: 51_841, overdue: 1_200, pending: 0, debtors: 2, late: 1 },
      ...{ late_30: 200, late_90: 0, late_180: 0, late_365: 0, late_more: 1_000 },
      ...{ in_30_days: 34, in_90_days: 34 + 50_000 + 600 },
      terms: [
        { year: year(-400), overdue: 1_000, act_by: `${year(-400) + 1}-06-30` },
        { year: year(-10), overdue: 200, act_by: `${year(-10) + 1}-06-30` },
      ],
      next: [
        { due_date: day(0), bills: 1, amount: 30 },
        { due_date: day(30), bills: 1, amount: 4 },
        { due_date: day(31), bills: 1, amount: 50_000 },
        { due_date: day(90), bills: 1, amount: 600 },
      ],
    })
    type Figures = {
      to_collect: { residue: number }
      overdue: { amount: number }
      due_soon: { amount: number }
      months: Situation['months']
    }
    const dashboard = await get<Figures>(`dashboard?account_id=${account_id}`)
    expect(dashboard.to_collect.residue).toBe(owed?.residue)
    expect(dashboard.overdue.amount).toBe(owed?.overdue)
    expect(dashboard.due_soon.amount).toBe(owed?.in_30_days)
    expect(months).toEqual(dashboard.months)
    const { items } = await get<{ items: object[] }>('arrears')
    const { late_30, late_90, late_180, late_365, late_more, overdue } = owed as NonNullable<typeof owed>
    expect(items).toContainEqual(
      expect.objectContaining({
        ...{ account_id, overdue, late_30, late_90, late_180, late_365, late_more },
      }),
    )
    expect(await get(`accounts/debtors/summary?account_id=${account_id}`)).toEqual({
      ...{ count: owed?.debtors, residue: owed?.residue, overdue, pending: 0 },
    })
    expect(await get(`bills/summary?account_id=${account_id}`)).toMatchObject({
      ...{ residue: owed?.residue, overdue, falling_due: owed?.in_30_days },
    })
  })

  it('200: figures of bills are null without the permission to read bills, and of payments without theirs', async () => {
    const { account_id, customer_id, get } = await setUp()
    const seen = async (permissions: string[]) => {
      const { headers } = await signInSubUser(test.services, customer_id, { permissions } as never)
      return get<Situation>(`accounts/situation/${account_id}`, headers)
    }
    expect(await seen(['accounts:read'])).toEqual({ account_id, owed: null, returnable: null, months: [] })
    const ofPayments = await seen(['accounts:read', 'payments:read'])
    expect(ofPayments.owed).toBeNull()
    expect(ofPayments.months.at(-1)).toMatchObject({ issued: null, collected: 0, corrected: 0 })
    const ofBills = await seen(['accounts:read', 'bills:read'])
    expect(ofBills.owed).toMatchObject({ residue: 51_841 })
    expect(ofBills.months.at(-1)).toMatchObject({ collected: null, corrected: null })
  })

  it('404: another customer’s', async () => {
    const { account_id } = await setUp()
    const { headers } = await signIn(test.services, 'customer', await makeCustomer(test.services))
    for (const url of [
      `situation/${account_id}`,
      `debtors?account_id=${account_id}`,
      `debtors-pdf/${account_id}`,
    ]) {
      const { status } = await test.call({ url: `/v1/accounts/${url}`, headers })
      expect([url, status]).toEqual([url, 404])
    }
  })
})

describe('GET /v1/accounts/debtors', () => {
  it('200: who owes what since when in this condominium, with the last reminder that was sent', async () => {
    const { account_id, rossi, bianchi, customer_id, get } = await setUp()
    await test.services.asSystem(async (tx) => {
      const [run] = await tx`
        insert into reminder_runs (customer_id, state) values (${customer_id}, 'done')
        returning run_id`
      const sent = { customer_id, account_id, subject_id: rossi, run_id: run?.run_id, amount: 1, level: 1 }
      const letter = {
        channel: 'email',
        to_address: 'l@example.it',
        title: '',
        text: '',
        address_form: 'lei',
      }
      for (const [step_name, sent_on] of [
        ['Primo sollecito', day(-9)],
        ['Secondo sollecito', day(-2)],
      ])
        await tx`insert into reminders ${tx({ ...sent, ...letter, step_name, sent_on, state: 'sent' } as never)}`
      await tx`insert into reminders ${tx({ ...sent, ...letter, step_name: 'Mai partito', state: 'cancelled' } as never)}`
    })
    const { items } = await get<{ items: Debtor[] }>(`accounts/debtors?account_id=${account_id}`)
    expect(items).toEqual([
      {
        ...{ subject_id: rossi, nominative: 'Rossi Lucia', units: null, bills: 1, pending: 0 },
        ...{ residue: 51_241, overdue: 1_200, oldest_due: day(-400) },
        ...{ reminded_on: day(-2), reminded_by: 'Secondo sollecito' },
      },
      {
        ...{ subject_id: bianchi, nominative: 'Bianchi Piero', units: null, bills: 1, pending: 0 },
        ...{ residue: 600, overdue: 0, oldest_due: day(90), reminded_on: null, reminded_by: null },
      },
    ])
    const late = await get<{ items: Debtor[] }>(`accounts/debtors?account_id=${account_id}&late=1`)
    expect(late.items.map(({ subject_id }) => subject_id)).toEqual([rossi])
    const first = await get<{ items: Debtor[]; next_cursor: string }>(
      `accounts/debtors?account_id=${account_id}&sort=nominative&limit=1`,
    )
    expect(first.items.map(({ nominative }) => nominative)).toEqual(['Bianchi Piero'])
    const second = await get<{ items: Debtor[] }>(
      `accounts/debtors?account_id=${account_id}&sort=nominative&limit=1&cursor=${first.next_cursor}`,
    )
    expect(second.items.map(({ nominative }) => nominative)).toEqual(['Rossi Lucia'])
  })
})

describe('GET /v1/accounts/debtors-pdf/{id}', () => {
  it('200: one row each with sums, on the office’s letterhead, of this condominium alone', async () => {
    const { account_id, customer_id, headers } = await setUp()
    await test.services.asSystem(
      (tx) => tx`
        update customers set business_name = 'Studio Verdi', address = 'Via Roma', house_number = '1', city = 'Pisa',
          zip_code = '56100', prov = 'PI' where customer_id = ${customer_id}`,
    )
    const text = await printed(`/v1/accounts/debtors-pdf/${account_id}`, headers)
    expect(text).toContain('Studio Verdi')
    expect(text).toContain('Via Roma 1, 56100 Pisa (PI)')
    expect(text).toContain(`Al ${formatDate(today())}`)
    expect(text).toMatch(/Rossi Lucia\s+512,41 €\s+12,00 €/)
    expect(text).toMatch(/Bianchi Piero\s+6,00 €\s+0,00 €/)
    expect(text).toMatch(/Totale, 2 condòmini\s+518,41 €\s+12,00 €/)
    expect(text).not.toContain(formatEuro(99_999).replace('\u00a0', ' '))
    const late = await printed(`/v1/accounts/debtors-pdf/${account_id}?late=1`, headers)
    expect(late).toContain('Elenco dei morosi')
    expect(late).not.toContain('Bianchi')
  })
})

async function printed(url: string, headers: Record<string, string>): Promise<string> {
  const reply = await test.app.inject({ url, headers })
  expect(reply.statusCode).toBe(200)
  const file = join(mkdtempSync(join(tmpdir(), 'saldo-debtors-')), 'debtors.pdf')
  writeFileSync(file, reply.rawPayload)
  return execFileSync('pdftotext', ['-layout', file, '-']).toString().replaceAll('\u00a0', ' ')
}
