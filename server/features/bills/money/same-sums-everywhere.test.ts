import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PublicBill } from '@saldo/contract/bills/mybill'
import type { MyBill, MyBillsTogether, MyOwed } from '@saldo/contract/bills/mybills'
import type { OpenBills } from '@saldo/contract/bills/open-bills'
import type { ReminderPreview } from '@saldo/contract/bills/reminders'
import { askSentence, type Owed } from '@saldo/domain/bills/owed'
import { payerOwedOf } from '@saldo/domain/bills/payer-owed'
import { formatEuro } from '@saldo/domain/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { acts, certainStories, plannedStories, playStory } from '../../../testing/features/owed-acts.ts'
import { fates, plannedBills, playBills } from '../../../testing/features/owed-fixtures.ts'
import * as places from '../../../testing/features/owed-places.ts'
import {
  type Bill,
  groups,
  groupsOf,
  inFile,
  issued,
  late,
  type Office,
  owing,
  readerOf,
  shownOf,
  sumsOf,
  truthOf,
} from '../../../testing/features/owed-truth.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

/** Every run plays one bill of each fate, and reads every place that shows a sum. */
it('shows the same cents everywhere, for random bills, payments, returns, refunds, disputes and dates', async () => {
  await fc.assert(
    fc.asyncProperty(plannedBills, async (planned) => {
      const story = await playBills(test, sandbox, planned)
      const bills = await truthOf(test, story.bills)
      for (const [at, { fate }] of story.bills.entries())
        expect([fate, fates[fate]]).toEqual([fate, expect.arrayContaining([bills[at]?.phase])])
      await inEveryPlace(story, bills)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

/** Every run plays a few acts on five bills of two people, one after the other, in the same database. */
it('shows the same cents everywhere, after random acts that undo one another', async () => {
  const accepted = new Map(acts.map((act) => [act, 0]))
  await fc.assert(
    fc.asyncProperty(plannedStories, async (planned) => {
      const story = await playStory(test, sandbox, planned, accepted)
      await inEveryPlace(story, await truthOf(test, story.bills))
    }),
    { examples: certainStories.map((story) => [story]), numRuns: 14, endOnFailure: true },
  )
  expect([...accepted].filter(([, times]) => times === 0)).toEqual([])
})

async function inEveryPlace(story: Story, bills: readonly Bill[]) {
  const reader = readerOf(test)
  const office = reader(story.headers)
  await inTheDomainAndInSql(story.customer_id, bills)
  await onEachBill(office, bills)
  await inListsOfBills(office, bills)
  await ofAccounts(office, bills, story.accounts)
  await ofPeople(office, bills)
  await onTheDashboard(office, bills)
  await inReminders(office, bills)
  await onPublicPages(reader({}), bills)
  await forTheResident(reader(story.resident), bills, story.subjects[0] as number)
  await inMails(story.customer_id, office, bills)
  await onPaper(office, bills)
  await places.fallingDue(test, office, reader(story.resident), bills, story.subjects[0] as number)
  await places.onTabs(office, bills)
  await places.inSearch(office, bills)
  await places.inFiles(office, bills, story.subjects)
  await places.ofUnits(office, bills)
  await places.ofOneCondominium(office, bills)
  await places.onStatements(office, bills)
  await places.credits(test, story.customer_id, office, reader({}), bills)
}
type Story = Awaited<ReturnType<typeof playStory>>

async function inTheDomainAndInSql(customer_id: number, bills: readonly Bill[]) {
  const rows = await test.services.asSystem(
    (tx) =>
      tx`select bill_id, residue, overdue, due_now, pending from owed_bills where customer_id = ${customer_id}`,
  )
  const sums = new Map(rows.map(({ bill_id, ...owed }) => [bill_id, owed]))
  for (const { bill_id, owed } of bills) expect(sums.get(bill_id) ?? nothing).toEqual(owed)
}
const nothing: Owed = { residue: 0, overdue: 0, due_now: 0, pending: 0 }

async function onEachBill({ get }: Office, bills: readonly Bill[]) {
  for (const { bill_id, owed, disputed } of bills)
    expect(await get(`/bills/${bill_id}`)).toMatchObject({ ...owed, disputed })
}

async function inListsOfBills({ get, raw }: Office, bills: readonly Bill[]) {
  const { items } = await get<{ items: Bill[] }>('/bills?limit=200')
  expect(items).toHaveLength(bills.length)
  for (const { bill_id, owed } of bills)
    expect(items.find((item) => item.bill_id === bill_id)).toMatchObject({
      ...{ residue: owed.residue, pending: owed.pending },
    })
  expect(await get('/bills/summary')).toMatchObject(shownOf(bills))
  for (const [money, of] of [
    ['residue', owing(bills)],
    ['overdue', late(bills)],
  ] as const)
    expect(await get(`/bills/summary?money=${money}`)).toMatchObject({ count: of.length, ...shownOf(of) })
  for (const key of ['account_id', 'subject_id'] as const)
    for (const [id, of] of groups(bills, key))
      expect(await get(`/bills/summary?${key}=${id}`)).toMatchObject(shownOf(of))
  const file = (await raw('/bills/export?columns=number,residue,overdue,due_now,pending')).toString()
  const rows = file.trim().split('\r\n').slice(1)
  expect(rows.toSorted()).toEqual(
    bills
      .map(({ number, owed }) => [
        number,
        ...[owed.residue, owed.overdue, owed.due_now, owed.pending].map(inFile),
      ])
      .map((row) => row.join(';'))
      .toSorted(),
  )
}
async function ofAccounts({ get, raw }: Office, bills: readonly Bill[], accounts: readonly number[]) {
  expect(await get('/accounts/summary')).toMatchObject(shownOf(bills))
  const { items } = await get<{ items: { account_id: number }[] }>('/accounts')
  const arrears = await get<{ items: { account_id: number; overdue: number }[] }>('/arrears')
  for (const [account_id, of] of groups(bills, 'account_id')) {
    expect(items.find((item) => item.account_id === account_id)).toMatchObject(shownOf(of))
    expect(await get(`/accounts/${account_id}`)).toMatchObject(shownOf(of))
    const overdue = arrears.items.find((item) => item.account_id === account_id)?.overdue ?? 0
    expect(overdue).toBe(shownOf(of).overdue)
  }
  expect(await get('/arrears/summary')).toMatchObject({ overdue: shownOf(bills).overdue })
  const file = (await raw('/accounts/export?columns=residue,overdue')).toString()
  expect(file.trim().split('\r\n').slice(1).toSorted()).toEqual(
    groupsOf(bills, 'account_id', accounts)
      .map(([, of]) => [shownOf(of).residue, shownOf(of).overdue].map(inFile).join(';'))
      .toSorted(),
  )
}

async function ofPeople({ get, send }: Office, bills: readonly Bill[]) {
  expect(await get('/subjects/summary')).toMatchObject(shownOf(bills))
  const { items } = await get<{ items: { subject_id: number }[] }>('/subjects')
  const arrears = await get<{ items: { subject_id: number; overdue: number }[] }>('/arrears/subjects')
  for (const [subject_id, of] of groups(bills, 'subject_id')) {
    expect(items.find((item) => item.subject_id === subject_id)).toMatchObject(shownOf(of))
    const person = await get<{ residue: number; credit: number }>(`/subjects/${subject_id}`)
    expect(person).toMatchObject(shownOf(of))
    const open = await get<OpenBills>(`/subjects/open-bills/${subject_id}`)
    expect(open).toMatchObject({ ...sumsOf(of), credit: person.credit })
    for (const { account_id, bills: listed, ...there } of open.accounts) {
      const all = of.filter((bill) => bill.account_id === account_id)
      expect(there).toMatchObject(sumsOf(all))
      for (const { bill_id, owed, disputed } of all.filter((bill) => bill.owed.residue + bill.disputed > 0))
        expect(listed.find((bill) => bill.bill_id === bill_id)).toMatchObject({ ...owed, disputed })
    }
    const overdue = arrears.items.find((item) => item.subject_id === subject_id)?.overdue ?? 0
    expect(overdue).toBe(shownOf(of).overdue)
    const statement = await get<{ closing: number }>(`/subjects/statement/${subject_id}?from=2026-01-01`)
    expect(statement.closing).toBe(person.residue - person.credit)
    for (const [account_id, there] of groups(issued(of), 'account_id')) {
      const { residue, overdue } = shownOf(there)
      const certificate = await send('PUT', '/certificates', { subject_id, account_id })
      expect(certificate).toMatchObject({ residue, overdue, regular: overdue === 0 })
    }
  }
  expect(await get('/arrears/subjects/summary')).toMatchObject({ overdue: shownOf(bills).overdue })
}

type Dashboard = {
  overdue: object
  to_collect: object
  totals: object
  under_way: { amount: number }
  attention: { kind: string; count: number; amount: number }[]
  accounts: { account_id: number; residue: number }[]
}

async function onTheDashboard({ get }: Office, bills: readonly Bill[]) {
  const { residue, overdue, pending, disputed } = shownOf(bills)
  const dashboard = await get<Dashboard>('/dashboard')
  expect(dashboard.overdue).toEqual({ count: late(bills).length, amount: overdue })
  expect(dashboard.to_collect).toMatchObject({ residue })
  // All of them were issued on the same day, so the totals of the year, or of all years, are theirs.
  expect(dashboard.totals).toMatchObject({ residue, overdue, pending })
  expect(dashboard.under_way.amount).toBe(pending)
  const attention = (kind: string) => dashboard.attention.find((each) => each.kind === kind)?.amount ?? 0
  expect(attention('overdue')).toBe(overdue)
  expect(attention('disputed')).toBe(disputed)
  for (const [account_id, of] of groups(owing(bills), 'account_id'))
    expect(dashboard.accounts.find((each) => each.account_id === account_id)?.residue).toBe(
      shownOf(of).residue,
    )
}

type Letter = { title: string; lines: { number: string; amount: number }[]; total: number }

/** Every bill is in a letter, with what it asks for now, or left out with a reason. */
async function inReminders({ get, send }: Office, bills: readonly Bill[]) {
  const bill_ids = issued(bills).map(({ bill_id }) => bill_id)
  const { letters, rows } = await send<ReminderPreview>('POST', '/reminders/preview', { bill_ids })
  const listed: string[] = []
  for (const { bill_id, level, amount } of letters) {
    const letter = await get<Letter>(`/reminders/preview/${bill_id}`)
    for (const line of letter.lines) {
      const owed = bills.find(({ number }) => number === line.number)?.owed
      expect([line.number, line.amount]).toEqual([line.number, level > 0 ? owed?.overdue : owed?.due_now])
      listed.push(line.number)
    }
    // The subject of the mail, or the title on paper.
    expect(letter.title).toContain(formatEuro(letter.total))
    expect([letter.total, amount]).toEqual(
      Array(2).fill(letter.lines.reduce((sum, line) => sum + line.amount, 0)),
    )
  }
  expect([...listed, ...rows.map(({ bill_number }) => bill_number)].sort()).toEqual(
    issued(bills)
      .map(({ number }) => number)
      .sort(),
  )
}

async function onPublicPages({ get }: Office, bills: readonly Bill[]) {
  for (const { token, owed } of issued(bills)) {
    const page = await get<PublicBill>(`/mybill/${token}`)
    expect(page).toMatchObject(owed)
    expect(page.payable).toBe(owed.pending > 0 ? 0 : owed.residue)
    if (page.payable === 0) expect(page.transfer).toBeNull()
    else {
      expect(page.transfer?.amount).toBe(owed.due_now)
      expect(page.transfer?.epc).toContain(`EUR${(owed.due_now / 100).toFixed(2)}`)
    }
  }
}

async function forTheResident({ get }: Office, bills: readonly Bill[], subject_id: number) {
  const own = bills.filter((bill) => bill.subject_id === subject_id)
  const { residue, overdue } = shownOf(own)
  const dashboard = await get<Dashboard>('/dashboard')
  expect(dashboard.to_collect).toMatchObject({ residue })
  expect(dashboard.overdue).toEqual({ count: late(own).length, amount: overdue })
  const { items } = await get<{ items: MyBill[] }>('/mybills?limit=200')
  const payable = owing(own).filter(({ owed }) => owed.pending === 0)
  expect(items.map(({ bill_id }) => bill_id).toSorted()).toEqual(
    payable.map(({ bill_id }) => bill_id).toSorted(),
  )
  for (const { bill_id, payable, due_now } of items) {
    const bill = own.find((each) => each.bill_id === bill_id)
    expect({ residue: payable, due_now }).toEqual({
      residue: bill?.owed.residue,
      due_now: bill?.owed.due_now,
    })
  }
  const listed = own.filter(({ bill_id }) => items.some((item) => item.bill_id === bill_id))
  const { today: day, has_bills, ...owed } = await get<MyOwed>('/mybills/owed')
  const payers = own.map((bill) => ({ ...bill, payable: listed.includes(bill) ? bill.owed.residue : 0 }))
  expect(owed).toEqual(payerOwedOf(payers, day))
  expect(has_bills).toBe(issued(own).length > 0)
  for (const [, of] of groups(listed, 'account_id')) {
    const ids = of.map(({ bill_id }) => bill_id).join(',')
    const together = await get<MyBillsTogether>(`/mybills/together?ids=${ids}`)
    expect(together).toMatchObject({ payable: shownOf(of).residue, due_now: sumsOf(of).due_now })
    expect(together.groups).toMatchObject([{ due_now: sumsOf(of).due_now }])
  }
}

async function inMails(customer_id: number, { send }: Office, bills: readonly Bill[]) {
  const ids = issued(bills).map(({ bill_id }) => bill_id)
  const { sent } = await send<{ sent: number }>('POST', '/bills/send', { ids })
  const mails = await test.services.asSystem(
    (tx) => tx<{ bill_id: number; subject: string }[]>`
      select bill_id, subject from emails where customer_id = ${customer_id} and template = 'bill-link'`,
  )
  expect(mails).toHaveLength(sent)
  for (const { bill_id, subject } of mails) {
    const bill = bills.find((each) => each.bill_id === bill_id) as Bill
    expect(subject).toBe(`${askSentence(bill.owed)} · ${bill.account_name}`)
  }
}

const run = promisify(execFile)

/** The transfer on the PDF of each bill that can be paid asks for what is due now. */
async function onPaper({ raw }: Office, bills: readonly Bill[]) {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-sums-'))
  for (const { bill_id, owed } of owing(bills)) {
    const file = join(folder, `${bill_id}.pdf`)
    await writeFile(file, await raw(`/bills/pdf/${bill_id}`))
    const text = (await run('pdftotext', ['-layout', file, '-'])).stdout.replace(/\s+/g, ' ')
    const asked = /Importo (\S+ €)/.exec(text)?.[1] ?? null
    expect(asked).toBe(owed.pending === 0 ? formatEuro(owed.due_now).replace('\u00a0', ' ') : null)
    if (owed.due_now < owed.residue)
      expect(text).toContain(`in tutto ${formatEuro(owed.residue).replace('\u00a0', ' ')}`)
  }
  await rm(folder, { recursive: true })
}
