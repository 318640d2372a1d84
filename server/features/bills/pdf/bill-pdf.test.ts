import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkIban } from '@saldo/domain/iban'
import { checkRf, rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import generateQrCode from 'sepa-payment-qr-code'
import { describe, expect, it, onTestFinished } from 'vitest'
import { png } from '../../../testing/png.ts'
import type { BillFacts } from '../bill-facts.ts'
import { billPdf as drawBill } from './bill-pdf.ts'
import type { PaperFacts } from './paper-facts.ts'

const run = promisify(execFile)

const noPaper: PaperFacts = { subject_address: null, postal: null, notice: null }
const billPdf = (bill: BillFacts, logo: Buffer | null = null) => drawBill(bill, noPaper, logo)

const bill: BillFacts = {
  customer_id: 1,
  account_id: 1,
  subject_id: 1,
  bill_id: 418,
  number: 'B-2026-00418',
  description: 'Rata 3 di 4',
  unit: 'Int. 7, scala A',
  issue_date: '2026-09-01',
  amount: 41_250,
  settled: 0,
  residue: 41_250,
  pending: 0,
  minimum_payment: null,
  flag_pay_card: true,
  flag_pay_debit: true,
  flag_pay_klarna: true,
  credit: 0,
  payable: 41_250,
  due_date: '2099-09-30',
  phase: 'open',
  state: 'due_soon',
  link_version: 1,
  provider_account: 'stripe',
  account_name: 'Condominio Città Nuova & Figli',
  account_address: 'Via Ghibellina 41, 50122 Firenze (FI)',
  account_fiscal_code: '94012345678',
  iban: 'IT60X0542811101000000123456',
  business_name: 'Studio Bianchi',
  phone: '055 000 0000',
  email: 'studio@example.it',
  subject_nominative: 'Rossi Lucia',
  subject_email: null,
  instalments: [
    { instalment_id: 1, position: 1, due_date: '2099-09-30', amount: 41_250, settled: 0, pending: 0 },
  ],
  lines: [
    { position: 1, description: 'Spese generali', amount: 26_150 },
    { position: 2, description: 'Riscaldamento', amount: 15_100 },
  ],
}

/** The largest possible bill, with the longest possible names. */
const fullest: BillFacts = {
  ...bill,
  account_name: `Supercondominio ${'Residenza dei Tigli '.repeat(5)}`,
  subject_nominative: `Eredi ${'Mastropietro Annunziata '.repeat(6)}`,
  description: 'Conguaglio riscaldamento '.repeat(8),
  amount: 600_000,
  settled: 20_000,
  payable: 580_000,
  phase: 'partly_paid',
  state: 'partly_paid',
  instalments: Array.from({ length: 60 }, (_, index) => ({
    instalment_id: index + 1,
    position: index + 1,
    due_date: '2026-12-15',
    amount: 10_000,
    settled: index < 2 ? 10_000 : 0,
    pending: 0,
  })),
  lines: Array.from({ length: 100 }, (_, index) => ({
    position: index + 1,
    description: `Voce ${index + 1} ${'di spesa ordinaria '.repeat(8)}`,
    amount: 6_000,
  })),
}

/** The same sum in four instalments. */
const inFour: BillFacts = {
  ...bill,
  instalments: ['2099-09-30', '2099-12-15', '2100-03-15', '2100-06-15'].map((due_date, index) => ({
    ...{ instalment_id: index + 1, position: index + 1, due_date },
    ...{ amount: index === 0 ? 11_250 : 10_000, settled: 0, pending: 0 },
  })),
}

describe('a bill as PDF', () => {
  it('says who has to pay whom, for what, how much and by when, on one page', async () => {
    const { text, pages } = await read(await billPdf(bill))
    expect(pages).toBe(1)
    for (const fact of [
      'Condominio Città Nuova & Figli',
      'Via Ghibellina 41, 50122 Firenze (FI)',
      'Codice fiscale 94012345678',
      'Amministra Studio Bianchi',
      'Rossi Lucia',
      'Rata 3 di 4 · Int. 7, scala A',
      'B-2026-00418, emessa il 01/09/2026',
      'entro mercoledì 30 settembre 2099',
      'Riscaldamento',
      '151,00 €',
      'IT60 X054 2811 1010 0000 0123 456',
      'RF15 B202 6004 18',
    ])
      expect(text).toContain(fact)
    expect(text.replace(/\s/g, '')).toContain('412,50€')
  })

  it('asks first for what is due now of a bill with instalments', async () => {
    const { text } = await read(await billPdf(inFour))
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /Da pagare ora .*112 ?,50 € .*entro mercoledì 30 settembre 2099 .*in tutto 412,50 €/,
    )
    expect(text).toMatch(/Importo 112,50 €/)
  })

  it('says since when it is overdue', async () => {
    const [first, ...others] = inFour.instalments as [BillFacts['instalments'][0]]
    const late = { ...inFour, due_date: '2026-01-31', state: 'overdue' } as const
    const instalments = [{ ...first, due_date: '2026-01-31' }, ...others]
    const { text } = await read(await billPdf({ ...late, instalments }))
    expect(text).toContain('scaduti da sabato 31 gennaio 2026')
    expect(text).not.toContain('entro sabato')
  })

  it('is small, tagged, in Italian, and has the same bytes each time', async () => {
    const pdf = await billPdf(bill)
    expect(pdf.length).toBeLessThan(25_000)
    expect(await billPdf(bill)).toEqual(pdf)
    const raw = pdf.toString('latin1')
    expect(raw).toContain('/Lang (it-IT)')
    expect(raw).toContain('/MarkInfo')
    expect(raw).toContain('/DisplayDocTitle true')
  })

  it('stays one small page whose sums add up with the longest possible content, beside a logo', async () => {
    const pdf = await billPdf(fullest, png())
    expect(pdf.length).toBeLessThan(25_000)
    const { text, pages } = await read(pdf)
    expect(pages).toBe(1)
    const lines = Number(/e altre (\d+) voci/.exec(text)?.[1])
    const shown = text.match(/Voce \d+/g)?.length ?? 0
    expect(shown + lines).toBe(100)
    const instalments = Number(/e altre (\d+) rate/.exec(text)?.[1])
    expect((text.match(/Rata \d+ di 60/g)?.length ?? 0) + instalments).toBe(60)
    expect(text).toContain('Restano')
    expect(text).toContain('RF15 B202 6004 18')
  })

  it('prints names in other Latin scripts, and leaves no gap for other characters', async () => {
    const { text } = await read(await billPdf({ ...bill, subject_nominative: 'Știrbei Łukasz Çelik 漢' }))
    expect(text).toContain('Știrbei Łukasz Çelik ?')
  })

  it('does not ask for payment once the bill is paid', async () => {
    const { text } = await read(
      await billPdf({ ...bill, settled: 41_250, payable: 0, phase: 'paid', state: 'paid' }),
    )
    expect(text).toContain('Pagata. Non devi altro.')
    expect(text).not.toContain('IBAN')
  })

  it('offers no transfer if the condominium has no account', async () => {
    const { text } = await read(await billPdf({ ...bill, iban: null }))
    expect(text).not.toContain('Con un bonifico')
  })
})

describe('its QR code', () => {
  it.each([
    ['a usual bill', bill, 41_250],
    ['the fullest bill', fullest, 580_000],
    ['a bill with instalments', inFour, 11_250],
  ])('of %s, scanned from the printed page, asks for exactly what is due now', async (_name, of, due_now) => {
    const read = parseEpc(await scan(await billPdf(of)))
    expect(read.iban).toBe(of.iban)
    expect(read.cents).toBe(due_now)
    expect(read.reference).toBe(rfOfBill(of.number))
    expect(read.name.length).toBeLessThanOrEqual(70)
    expect(checkIban(read.iban).valid).toBe(true)
    expect(checkRf(read.reference).valid).toBe(true)
  })

  it('equals the code that another library makes of the same transfer', async () => {
    const theirs = generateQrCode({
      name: 'Condominio Citta Nuova + Figli',
      iban: 'IT60X0542811101000000123456',
      amount: 412.5,
      structuredReference: 'RF15B202600418',
    })
    expect(parseEpc(await scan(await billPdf(bill)))).toEqual(parseEpc(theirs))
  })
})

async function read(pdf: Buffer): Promise<{ text: string; pages: number }> {
  const file = await onDisk(pdf)
  const text = (await run('pdftotext', ['-layout', file, '-'])).stdout
  const pages = Number(/Pages:\s+(\d+)/.exec((await run('pdfinfo', [file])).stdout)?.[1])
  return { text: text.replace(/[^\S\n]+/g, ' '), pages }
}

/** Renders the page at the resolution of a cheap printer and scans the QR code, as a phone would. */
async function scan(pdf: Buffer): Promise<string> {
  const file = await onDisk(pdf)
  await run('pdftoppm', ['-r', '150', '-png', '-singlefile', file, file])
  return (await run('zbarimg', ['-q', '--raw', `${file}.png`])).stdout
}

async function onDisk(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-bill-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bill.pdf')
  await writeFile(file, pdf)
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
  return file
}

/** EPC069-12 version 2.1, §3: eleven or twelve lines. Written from the standard, independent of the code under test. */
function parseEpc(payload: string) {
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331)
  const lines = payload.replace(/\n+$/, '').split(/\r?\n/)
  expect(lines.length).toBeGreaterThanOrEqual(8)
  expect(lines.length).toBeLessThanOrEqual(12)
  const [tag, version, characters, identification, bic, name, iban, amount, purpose, reference, text] = lines
  expect([tag, characters, identification]).toEqual(['BCD', '1', 'SCT'])
  expect(['001', '002']).toContain(version)
  expect(bic ?? '').toMatch(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/)
  expect(purpose ?? '').toMatch(/^[A-Z]{0,4}$/)
  expect(text ?? '').toBe('')
  const [, euro = '', decimals = ''] = /^EUR(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount ?? '') ?? []
  return {
    name: name ?? '',
    iban: iban ?? '',
    reference: reference ?? '',
    cents: Number(euro) * 100 + Number(decimals.padEnd(2, '0')),
  }
}
