import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenBills } from '@saldo/contract/bills/open-bills'
import type { SearchResult } from '@saldo/contract/reports/research'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import {
  type Bill,
  groups,
  groupsOf,
  inFile,
  issued,
  late,
  type Office,
  owing,
  shownOf,
} from './owed-truth.ts'

/** Further places that show what is owed, for the property test: each is compared with what the domain says. */

type Dashboard = { due_soon: object; overdue: object; to_collect: { residue: number }; accounts: object[] }

const falling = (bills: readonly Bill[]) => bills.filter(({ falling_due }) => falling_due > 0)
const fallingOf = (bills: readonly Bill[]) => bills.reduce((sum, { falling_due }) => sum + falling_due, 0)

/** What falls due in thirty days: in SQL, on the dashboards, in the list behind the tile, of a person and their bills. */
export async function fallingDue(
  { services }: TestApp,
  { get }: Office,
  resident: Office,
  bills: readonly Bill[],
  resident_id: number,
) {
  const rows = await services.asSystem(
    (tx) => tx<{ bill_id: number; falling_due: number }[]>`
      select bill_id, falling_due from owed_bills where bill_id in ${tx(bills.map(({ bill_id }) => bill_id))}`,
  )
  const inSql = new Map(rows.map(({ bill_id, falling_due }) => [bill_id, falling_due]))
  for (const { bill_id, falling_due } of bills)
    expect([bill_id, inSql.get(bill_id) ?? 0]).toEqual([bill_id, falling_due])
  const tile = (of: readonly Bill[]) => ({ count: falling(of).length, amount: fallingOf(of) })
  expect((await get<Dashboard>('/dashboard')).due_soon).toEqual(tile(bills))
  const own = bills.filter(({ subject_id }) => subject_id === resident_id)
  expect((await resident.get<Dashboard>('/dashboard')).due_soon).toEqual(tile(own))
  expect(await get('/bills/summary?money=falling_due')).toMatchObject({
    count: falling(bills).length,
    falling_due: fallingOf(bills),
  })
  for (const [subject_id, of] of groups(bills, 'subject_id')) {
    const open = await get<OpenBills>(`/subjects/open-bills/${subject_id}`)
    expect(open.falling_due).toBe(fallingOf(of))
    const days = of
      .flatMap(({ owed, instalments }) => (owed.residue > 0 ? instalments : []))
      .filter(({ due_date, settled, amount }) => settled < amount && due_date >= today())
      .map(({ due_date }) => due_date)
      .sort()
    expect(open.next_due_date ?? open.later_due_date).toBe(days[0] ?? null)
    for (const { account_id, falling_due, bills: listed } of open.accounts) {
      const there = of.filter((bill) => bill.account_id === account_id)
      expect(falling_due).toBe(fallingOf(there))
      for (const bill of there.filter(({ owed }) => owed.residue > 0))
        expect(listed.find(({ bill_id }) => bill_id === bill.bill_id)?.falling_due).toBe(bill.falling_due)
    }
  }
}

/** The counts on the tabs of the list of bills. */
export async function onTabs({ send }: Office, bills: readonly Bill[]) {
  const phase = (name: Bill['phase']) => bills.filter((bill) => bill.phase === name).length
  const queries = ['money=residue', 'money=overdue', 'money=falling_due', 'state=returned', 'state=draft', '']
  const { counts } = await send<{ counts: number[] }>('POST', '/bills/counts', { queries })
  expect(counts).toEqual([
    ...[owing(bills).length, late(bills).length, falling(bills).length],
    ...[phase('returned'), phase('draft'), bills.length],
  ])
}

/** Each bill as the search finds it. */
export async function inSearch({ get }: Office, bills: readonly Bill[]) {
  for (const { bill_id, number, owed } of bills) {
    const found = await get<SearchResult[]>(`/research/find-all/${encodeURIComponent(number)}`)
    const bill = found.find((each) => each.data_from === 'bollette' && each.bill_id === bill_id)
    expect([number, bill?.residue]).toEqual([number, owed.residue])
  }
}

/** The files of people and of arrears. */
export async function inFiles({ raw }: Office, bills: readonly Bill[], subjects: readonly number[]) {
  const linesOf = async (url: string) => (await raw(url)).toString().trim().split('\r\n').slice(1).toSorted()
  const people = groupsOf(bills, 'subject_id', subjects).map(([, of]) => shownOf(of))
  expect(await linesOf('/subjects/export?columns=residue,overdue')).toEqual(
    people.map(({ residue, overdue }) => `${inFile(residue)};${inFile(overdue)}`).toSorted(),
  )
  const overdueOf = (key: 'account_id' | 'subject_id') =>
    groups(late(bills), key)
      .map(([, of]) => inFile(shownOf(of).overdue))
      .toSorted()
  expect(await linesOf('/arrears/export?columns=overdue')).toEqual(overdueOf('account_id'))
  expect(await linesOf('/arrears/subjects/export?columns=overdue')).toEqual(overdueOf('subject_id'))
}

/** What the units of a condominium owe, and its bills that name no unit of it, are all that it has to collect. */
export async function ofUnits({ get }: Office, bills: readonly Bill[]) {
  for (const [account_id, of] of groups(bills, 'account_id')) {
    const sums = await get<{ residue: number; unplaced_residue: number }>(
      `/units/summary?account_id=${account_id}`,
    )
    expect(sums.residue + sums.unplaced_residue).toBe(shownOf(of).residue)
  }
}

/** The dashboard of one condominium. */
export async function ofOneCondominium({ get }: Office, bills: readonly Bill[]) {
  for (const [account_id, of] of groups(bills, 'account_id')) {
    const dashboard = await get<Dashboard>(`/dashboard?account_id=${account_id}`)
    const { residue, overdue } = shownOf(of)
    expect(dashboard.overdue).toEqual({ count: late(of).length, amount: overdue })
    expect(dashboard.to_collect.residue).toBe(residue)
    expect(dashboard.due_soon).toEqual({ count: falling(of).length, amount: fallingOf(of) })
    expect(dashboard.accounts).toMatchObject(issued(of).length > 0 ? [{ account_id, residue }] : [])
  }
}

const run = promisify(execFile)

/** The balance that closes each person's statement on paper. */
export async function onStatements({ get, raw }: Office, bills: readonly Bill[]) {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-statements-'))
  for (const [subject_id] of groups(bills, 'subject_id')) {
    const { residue, credit } = await get<{ residue: number; credit: number }>(`/subjects/${subject_id}`)
    const file = join(folder, `${subject_id}.pdf`)
    await writeFile(file, await raw(`/subjects/statement-pdf/${subject_id}?from=2026-01-01`))
    const text = (await run('pdftotext', ['-layout', file, '-'])).stdout.replace(/\s+/g, ' ')
    const closing = /(?:Da pagare alla fine|A credito alla fine|Saldo) (\S+ €)/.exec(text)?.[1]
    expect(closing).toBe(formatEuro(residue - credit).replace('\u00a0', ' '))
  }
  await rm(folder, { recursive: true })
}

/** The credit of each person in each condominium, as the ledger has it. */
export async function credits(
  { services }: TestApp,
  customer_id: number,
  { get }: Office,
  payer: Office,
  bills: readonly Bill[],
) {
  const rows = await services.asSystem(
    (tx) => tx<{ account_id: number; subject_id: number; credit: number }[]>`
      select e.account_id, e.subject_id, -sum(l.amount)::bigint as credit
      from ledger_lines l join ledger_entries e using (customer_id, entry_id)
      where e.customer_id = ${customer_id} and l.ledger_account = 'subject_credit' group by 1, 2`,
  )
  const sum = (of: { account_id?: number; subject_id?: number }) =>
    rows
      .filter((row) => Object.entries(of).every(([key, id]) => row[key as 'account_id'] === id))
      .reduce((cents, { credit }) => cents + credit, 0)
  for (const [subject_id] of groups(bills, 'subject_id')) {
    expect((await get<{ credit: number }>(`/subjects/${subject_id}`)).credit).toBe(sum({ subject_id }))
    const open = await get<OpenBills>(`/subjects/open-bills/${subject_id}`)
    expect(open.credit).toBe(sum({ subject_id }))
    for (const { account_id, credit } of open.accounts) expect(credit).toBe(sum({ account_id, subject_id }))
  }
  const { items } = await get<{ items: { account_id: number; credits: number }[] }>('/books/cash')
  for (const { account_id, credits } of items) expect(credits).toBe(sum({ account_id }))
  for (const { token, account_id, subject_id } of issued(bills))
    expect((await payer.get<{ credit: number }>(`/mybill/${token}`)).credit).toBe(
      sum({ account_id, subject_id }),
    )
}
