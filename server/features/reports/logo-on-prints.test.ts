import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@saldo/contract/contract'
import { today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentToken } from '../../links/bill-link.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { reminderActs } from '../../testing/features/reminder-fixtures.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'
import { png } from '../../testing/png.ts'
import { sendFile } from '../../testing/send-file.ts'

let test: TestApp
let records: Awaited<ReturnType<typeof office>>
beforeAll(async () => {
  test = await startApp()
  records = await office()
})
afterAll(() => test.close())

/** The papers that are not signed: a bill asks, it confirms nothing. The register is signed by hand, page by page. */
const unsigned = [
  'GET /v1/bills/pdf/{id}',
  'GET /v1/bills/printed-notices',
  'GET /v1/mybill/{token}/pdf',
  'GET /v1/books/register/pdf',
]

/** The paper that the resident asks for, not the office. */
const ofResident = 'GET /v1/mystatements/{id}/pdf'

/** Where each printed paper is. A new one is named here. */
const papers: Record<string, (of: typeof records) => string> = {
  'GET /v1/bills/pdf/{id}': ({ bill }) => `bills/pdf/${bill.bill_id}`,
  'GET /v1/bills/printed-notices': ({ bill }) => `bills/printed-notices?ids=${bill.bill_id}`,
  'GET /v1/mybill/{token}/pdf': ({ bill }) => `mybill/${bill.token}/pdf`,
  'GET /v1/bills/credit-notes/{id}': ({ credit_note_id }) => `bills/credit-notes/${credit_note_id}`,
  'GET /v1/payments/receipt/{id}': ({ payment_id }) => `payments/receipt/${payment_id}`,
  'GET /v1/mybill/{token}/receipt/{payment_id}': ({ bill, payment_id }) =>
    `mybill/${bill.token}/receipt/${payment_id}`,
  'GET /v1/checkout-result/{token}/receipt': ({ payment_id }) =>
    `checkout-result/${paymentToken(test.services, payment_id)}/receipt`,
  'GET /v1/reminders/letters': ({ reminder_id }) => `reminders/letters?ids=${reminder_id}`,
  'GET /v1/reports/month-end/{id}': ({ account_id }) =>
    `reports/month-end/${account_id}?month=${today().slice(0, 7)}`,
  'GET /v1/subjects/dossier-pdf/{id}': ({ subject_id, account_id }) =>
    `subjects/dossier-pdf/${subject_id}?account_id=${account_id}`,
  'GET /v1/certificates/pdf/{id}': ({ certificate_id }) => `certificates/pdf/${certificate_id}`,
  'GET /v1/accounts/debtors-pdf/{id}': ({ account_id }) => `accounts/debtors-pdf/${account_id}`,
  'GET /v1/books/register/pdf': ({ account_id }) => `books/register/pdf?account_id=${account_id}`,
  'GET /v1/subjects/statement-pdf/{id}': ({ subject_id }) => `subjects/statement-pdf/${subject_id}`,
  [ofResident]: ({ subject_id }) => `mystatements/${subject_id}/pdf`,
}

/** An office with a logo (5 pixels wide), a signature (7 pixels wide) and one record of each printed kind. */
async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const call = async (method: 'PUT' | 'POST', url: string, payload: object) => {
    const { status, body } = await test.call({ method, url: `/v1/${url}`, headers, payload })
    expect(status, `${url} ${JSON.stringify(body)}`).toBeLessThan(300)
    return body as Record<string, number> & { note: { credit_note_id: number } }
  }
  for (const [type, width] of [
    ['logo', 5],
    ['signature', 7],
  ] as const) {
    const url = `/v1/customers/docs/${customer_id}/${type}`
    const sent = await sendFile(test, {
      method: 'PUT',
      url,
      headers,
      file: png({ width }),
      name: `${type}.png`,
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  }
  const account_id = await makeAccount(test.services, customer_id)
  const resident = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { email: null, user_id: resident.user_id })
  const of = { account_id, subject_id }
  const bill = await makeBill(test.services, customer_id, { ...of, due_dates: ['2026-01-31'] })
  const collected = { ...of, amount: 1_000, received_on: today(), method: 'CASH', bill_ids: [bill.bill_id] }
  const { payment_id } = await call('POST', 'payments', { ...collected, confirm_day: true })
  const { certificate_id } = await call('PUT', 'certificates', of)
  const acts = reminderActs(test)
  const { run_id } = await call('POST', 'reminders/send', { paper_bill_ids: [bill.bill_id] })
  await acts.depart(run_id as number)
  const [letter] = await acts.register(headers)
  const other = await makeBill(test.services, customer_id, of)
  const { note } = await call('POST', `bills/credit-note/${other.bill_id}`, { reason: 'Importo sbagliato' })
  const { credit_note_id } = note
  const made = { payment_id, certificate_id, reminder_id: letter?.reminder_id } as Record<
    'payment_id' | 'certificate_id' | 'reminder_id',
    number
  >
  return { headers, resident, bill, credit_note_id, ...of, ...made }
}

/** The widths of the pictures of a PDF, in pixels, as poppler reads them. */
function pictureWidths(pdf: Buffer): number[] {
  const file = join(mkdtempSync(join(tmpdir(), 'saldo-prints-')), 'print.pdf')
  writeFileSync(file, pdf)
  const rows = execFileSync('pdfimages', ['-list', file]).toString().split('\n').slice(2)
  return rows.map((row) => Number(row.trim().split(/\s+/)[3]))
}

describe('everything that an office prints', () => {
  it('is in this test', () => {
    const printed = contract.filter(({ reply }) => reply.meta()?.contentMediaType === 'application/pdf')
    expect(printed.map(({ route }) => route as string).sort()).toEqual(Object.keys(papers).sort())
  })

  it.each(Object.entries(papers))(
    '%s: carries the office’s logo, and its signature if it is signed',
    async (route, url) => {
      const open = /\{token\}/.test(route)
      const { headers } = route === ofResident ? records.resident : records
      const reply = await test.call({ url: `/v1/${url(records)}`, headers: open ? {} : headers })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      const widths = pictureWidths(reply.raw)
      expect(widths).toContain(5)
      expect(widths.includes(7)).toBe(!unsigned.includes(route))
    },
  )
})
