import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeBill, makeCustomer } from '../../../testing/people.ts'
import { png } from '../../../testing/png.ts'
import { receiptFacts } from './receipt-facts.ts'
import { receiptPdf } from './receipt-pdf.ts'

const run = promisify(execFile)
const none = { logo: null, signature: null }

describe('a receipt', () => {
  it('says what was paid, when, how, by whom and for what, on one small page, with the same bytes each time', async () => {
    const { services } = await withApp()
    const bill = await makeBill(services, await makeCustomer(services, { business_name: 'Studio Bianchi' }))
    const payment_id = await services.asSystem(async (tx) => {
      await tx`update bill_instalments set settled = amount where bill_id = ${bill.bill_id}`
      const [row] = await tx`
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, brand, last4, settled_at)
        values (${bill.customer_id}, ${bill.account_id}, ${bill.bill_id}, ${bill.subject_id}, 'CARD', ${bill.amount},
          'succeeded', 'visa', '4242', '2026-09-21T08:42:00Z')
        returning payment_id`
      return row?.payment_id as number
    })
    const receipt = await services.asSystem((tx) => receiptFacts(tx, payment_id))
    if (!receipt?.settled_at) throw new Error('no receipt')
    const receipt_number = receipt.receipt_number ?? ''
    const settled = {
      ...receipt,
      parts: [],
      residue: 0,
      credit: 0,
      moved_on: null,
      settled_at: receipt.settled_at,
      receipt_number,
    }
    const pdf = await receiptPdf(settled, none)
    expect(pdf.length).toBeLessThan(25_000)
    expect(await receiptPdf(settled, none)).toEqual(pdf)
    const { text, pages } = await read(pdf)
    expect(pages).toBe(1)
    for (const fact of [
      'Ricevuta di pagamento',
      'RIC-2026/000001',
      '21/09/2026 alle 10:42',
      'Visa •••• 4242',
      `PG-${payment_id}`,
      bill.number,
      'Restano da pagare',
      'Studio Bianchi',
    ])
      expect(text).toContain(fact)
    expect(text.replace(/\s/g, '')).toContain('412,50€')
  })

  it('of several bills says which part went to each, for any number of bills, beside logo and signature', async () => {
    const { services } = await withApp()
    const bill = await makeBill(services, await makeCustomer(services))
    const payment_id = await services.asSystem(async (tx) => {
      const [row] = await tx`
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, settled_at)
        values (${bill.customer_id}, ${bill.account_id}, ${bill.bill_id}, ${bill.subject_id}, 'CARD', ${bill.amount},
          'succeeded', '2026-09-21T08:42:00Z')
        returning payment_id`
      return row?.payment_id as number
    })
    const receipt = await services.asSystem((tx) => receiptFacts(tx, payment_id))
    if (!receipt?.settled_at) throw new Error('no receipt')
    const part = {
      description: 'Rata 3 di 4',
      unit: 'Int. 7',
      due_date: '2026-06-30',
      amount: 1_050,
      residue: 0,
    }
    const parts = Array.from({ length: 24 }, (_, index) => ({
      ...part,
      bill_number: `2026/0001${index + 10}`,
    }))
    const { text, pages } = await read(
      await receiptPdf(
        {
          ...receipt,
          ...{ settled_at: receipt.settled_at, receipt_number: receipt.receipt_number ?? '' },
          ...{ parts, residue: 2_500, credit: 0, moved_on: null },
        },
        { logo: png(), signature: png() },
      ),
    )
    expect(pages).toBe(1)
    for (const { bill_number } of parts)
      expect(text).toMatch(new RegExp(`Bolletta ${bill_number} 10,50.€ · Rata 3 di 4 · Int. 7`))
    expect(text).toMatch(/Restano da pagare 25,00.€/)
  })
})

async function read(pdf: Buffer): Promise<{ text: string; pages: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-receipt-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'receipt.pdf')
  await writeFile(file, pdf)
  const { stdout } = await run('pdftotext', ['-layout', file, '-'])
  const pages = Number(/Pages:\s+(\d+)/.exec((await run('pdfinfo', [file])).stdout)?.[1])
  return { text: stdout.replace(/[^\S\n]+/g, ' '), pages }
}
