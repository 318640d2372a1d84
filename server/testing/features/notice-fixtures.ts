import { readFileSync } from 'node:fs'
import type { Flow } from '@saldo/contract/payments/flows'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { sendFile } from '../send-file.ts'
import { billImports } from './bill-imports.ts'

const fixture = (path: string) => readFileSync(new URL(path, import.meta.url))
export const sampleLines = fixture('../../bank-files/cbi/fixtures/07-esiti-mav.txt')
  .toString('latin1')
  .split('\r\n')
  .slice(0, -1)

/** The file again with other line ends: other bytes, the same outcomes. */
export const fileOf = (lines: readonly string[], end = '\r\n') =>
  Buffer.from(lines.map((line) => line + end).join(''))

/** The line with this text at a position counted from 1. */
export const put = (line: string, from: number, text: string) =>
  line.slice(0, from - 1) + text + line.slice(from - 1 + text.length)

/** A file that has only these notices of the sample (counted from 0), changed. */
export function someOutcomes(
  wanted: readonly number[],
  change: (line: string, type: string) => string = (line) => line,
): Buffer {
  const [head, ...rest] = sampleLines
  const trailer = rest.pop() as string
  const notices = wanted.map((at) =>
    rest.filter((line) => Number(line.slice(3, 10)) === at + 1 && line.slice(1, 3) !== '10'),
  )
  const lines = notices.flatMap((of, at) =>
    of.map((line) => change(put(line, 4, String(at + 1).padStart(7, '0')), line.slice(1, 3))),
  )
  const total = lines
    .filter((line) => line.slice(1, 3) === '14')
    .reduce((sum, line) => sum + Number(line.slice(33, 46)), 0)
  const sums = (line: string) =>
    put(
      put(put(line, 46, String(wanted.length).padStart(7, '0')), 68, String(total).padStart(15, '0')),
      83,
      String(lines.length + 2).padStart(7, '0'),
    )
  return fileOf([head as string, ...lines, sums(trailer)])
}

/** An office with the 300 bills of the samples, that loads files of outcomes. */
export async function officeWithBills(app: TestApp) {
  const office = await billImports(app)
  const { import_id } = await office.upload(
    fixture('../../features/imports/fixtures/03-bollette.csv'),
    '03-bollette.csv',
  )
  await office.confirm(import_id)
  const { headers, customer_id } = office
  const load = async (file: Buffer, name = 'esiti.txt') => {
    const { body } = await sendFile(app, { method: 'PUT', url: '/v1/flows/upload', headers, file, name })
    await runJobs(app.services)
    const { flow_id } = body as Flow
    return (await app.call({ method: 'GET', url: `/v1/flows/${flow_id}`, headers })).body as Flow
  }
  const billsOf = (numbers: readonly string[]) =>
    app.services.asSystem(
      (tx) => tx<
        {
          bill_id: number
          number: string
          account_id: number
          subject_id: number
          phase: string
          residue: number
        }[]
      >`
        select bill_id, number, account_id, subject_id, phase, residue from bills
        where customer_id = ${customer_id} and number = any(${[...numbers]}) order by number`,
    )
  const noticesOf = () =>
    app.services.asSystem(
      (tx) => tx<{ creditor_number: string; state: string }[]>`
        select creditor_number, state from notices where customer_id = ${customer_id} order by creditor_number`,
    )
  const paid = () =>
    app.services.asSystem(async (tx) => {
      const [sums] = await tx`
        select count(*)::int as payments, coalesce(sum(p.amount), 0)::bigint as amount,
          coalesce(sum(a.credit), 0)::bigint as credit
        from payments p
        join payment_allocations a on a.customer_id = p.customer_id and a.payment_id = p.payment_id and a.current
        where p.customer_id = ${customer_id} and p.method = 'MAV'`
      return sums
    })
  return { ...office, customer_id, load, billsOf, noticesOf, paid }
}
