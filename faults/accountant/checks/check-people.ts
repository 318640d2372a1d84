import { overdueOf, residueOf } from '../books.ts'
import { type Day, monthOf, plusDays, yearOf } from '../days.ts'
import { owedBy } from '../journal.ts'
import { call, expecting, type Player } from '../player.ts'
import { sumOf } from '../sharing.ts'
import type { Differences } from './differences.ts'

/** Typical periods of a statement: all, this year, last month, since a day, until yesterday. */
export const periods = (today: Day): { from: Day; to: Day }[] => {
  const first = `${monthOf(today)}-01`
  return [
    { from: '2020-01-01', to: '2099-12-31' },
    { from: `${yearOf(today)}-01-01`, to: today },
    { from: `${monthOf(plusDays(first, -1))}-01`, to: plusDays(first, -1) },
    { from: plusDays(today, -9), to: plusDays(today, -3) },
  ]
}

/** Checks statements of everybody for several periods, in total and per condominium, and a certificate for each. */
export async function checkPeople(player: Player, found: Differences): Promise<void> {
  const { books } = player
  for (const { subject_id } of books.ground.subjects) {
    for (const period of periods(books.today))
      await checkStatement(player, subject_id, period, undefined, found)
    for (const { account_id } of books.ground.accounts) {
      await checkStatement(player, subject_id, { from: '2020-01-01', to: books.today }, account_id, found)
      await checkCertificate(player, subject_id, account_id, found)
    }
  }
}

async function checkStatement(
  player: Player,
  subject: number,
  { from, to }: { from: Day; to: Day },
  condominium: number | undefined,
  found: Differences,
): Promise<void> {
  const { books } = player
  const where = `statement of ${subject}${condominium ? ` with ${condominium}` : ''}, ${from} to ${to}`
  const seen = expecting(
    await call(
      player,
      'GET',
      `/v1/subjects/statement/${subject}?from=${from}&to=${to}${condominium ? `&account_id=${condominium}` : ''}`,
    ),
    200,
    where,
  )
  const own = books.journal.entries.filter(
    (entry) => entry.subject === subject && (condominium === undefined || entry.condominium === condominium),
  )
  const until = (day: Day) => sumOf(own.filter((entry) => entry.day <= day).map(owedBy))
  found.same(`${where}, opening`, seen.opening, until(plusDays(from, -1)))
  found.same(`${where}, closing`, seen.closing, until(to))
  found.same(`${where}, adds up`, seen.opening + seen.asked - seen.paid + seen.given_back, seen.closing)
  const credit = -books.journal.sum(
    'subject_credit',
    (entry) =>
      entry.subject === subject &&
      entry.day <= to &&
      (condominium === undefined || entry.condominium === condominium),
  )
  found.same(`${where}, credit`, seen.credit, credit)
  const days = new Map<Day, number>()
  for (const line of seen.lines) days.set(line.day, (days.get(line.day) ?? 0) + line.amount)
  const wanted = new Map<Day, number>()
  for (const entry of own)
    if (entry.day >= from && entry.day <= to)
      wanted.set(entry.day, (wanted.get(entry.day) ?? 0) + owedBy(entry))
  const moved = (map: Map<Day, number>) => [...map].filter(([, cents]) => cents !== 0).toSorted()
  found.same(`${where}, day by day`, moved(days), moved(wanted))
  let balance = seen.opening
  for (const line of seen.lines) {
    balance += line.amount
    found.same(`${where}, balance after ${line.text}`, line.balance, balance)
  }
}

async function checkCertificate(player: Player, subject: number, condominium: number, found: Differences) {
  const { books } = player
  const of = books.issued().filter((bill) => bill.subject === subject && bill.condominium === condominium)
  const answer = await call(player, 'PUT', '/v1/certificates', {
    subject_id: subject,
    account_id: condominium,
  })
  if (answer.status === 409 && of.length === 0) return
  const where = `certificate of ${subject} with ${condominium}`
  const seen = expecting(answer, 201, where)
  const overdue = sumOf(of.map((bill) => overdueOf(bill, books.today)))
  found.same(`${where}, overdue`, seen.overdue, overdue)
  found.same(`${where}, residue`, seen.residue, sumOf(of.map(residueOf)))
  found.same(`${where}, regular`, seen.regular, overdue === 0)
}
