import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { checkIban } from '@saldo/domain/iban'
import { checkRf, rfOfBill, rfOfInstalment } from '@saldo/domain/sepa/creditor-reference'
import generateQrCode from 'sepa-payment-qr-code'
import { describe, expect, it, onTestFinished } from 'vitest'
import { png } from '../../../testing/png.ts'
import type { BillFacts } from '../bill-facts.ts'
import { billPdf as drawBill } from './bill-pdf.ts'
import type { PaperFacts } from './paper-facts.ts'

const run = promisify(execFile)

const noPaper: PaperFacts = { subject_address: null, postal: null, notice: null }
const link = 'https://saldo.example.it/mybill/AQAAAAABogHd3Zk1m0m0xqCwYh9pQyuV'
const billPdf = (bill: BillFacts, more: { logo?: Buffer; link?: string | null } = {}) =>
  drawBill(bill, noPaper, { logo: null, link, ...more })

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
  account_name: `Supercondominio ${'Residenza dei Tigli '.repeat(6)}`.padEnd(140, 'z').slice(0, 140),
  subject_nominative: `Eredi ${'Mastropietro Annunziata '.repeat(6)}`.slice(0, 139).padEnd(140, 'y'),
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
    description: `Voce ${index + 1}: ${'spesa ordinaria '.repeat(8)}`.padEnd(140, 'x').slice(0, 140),
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
    expect(pages).toHaveLength(1)
    expect(text).not.toContain('pagina 1')
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

  it('asks for each sum once: the transfers of its instalments stand in the place of the first page’s', async () => {
    const { text } = await read(await billPdf(inFour))
    expect(text.replace(/\s+/g, ' ')).toContain(
      'In alternativa al bonifico della prima pagina, rata per rata',
    )
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

  it('has all lines, instalments and names on as many pages as they need, each with its number and heads', async () => {
    const pdf = await billPdf(fullest, { logo: png() })
    expect(pdf.length).toBeLessThan(250_000)
    const { text, pages } = await read(pdf)
    const words = text.replace(/\s+/g, ' ')
    const [head = '', ...further] = pages
    expect(text).not.toContain('…')
    for (const { description } of fullest.lines) expect(unbroken(text)).toContain(unbroken(description))
    expect(words.match(/60,00 €/g)).toHaveLength(100)
    for (const { position } of fullest.instalments) expect(words).toMatch(`Rata ${position} di 60, entro il`)
    for (const name of [fullest.account_name, fullest.subject_nominative, fullest.description])
      expect(unbroken(head)).toContain(unbroken(name))
    expect(words).toMatch(/Totale 6\.000,00 € Già ricevuti .200,00 € Restano 5\.800,00 €/)
    expect(head).toContain('RF15 B202 6004 18')
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Bolletta B-2026-00418, pagina ${index + 1} di ${pages.length}`)
    for (const page of further) expect(page).toMatch(/Che cosa paghi|Quando|rata per rata/)
  })

  it('breaks a name without blanks where the line ends', async () => {
    const [line] = bill.lines as [BillFacts['lines'][0]]
    const description = 'Manutenzionestraordinaria'.repeat(6).slice(0, 140)
    const { text } = await read(await billPdf({ ...bill, lines: [{ ...line, description }] }))
    expect(unbroken(text)).toContain(description)
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

describe('its QR codes', () => {
  it.each([
    ['a usual bill', bill, 41_250],
    ['the fullest bill', fullest, 580_000],
    ['a bill with instalments', inFour, 11_250],
  ])(
    'of %s, scanned from the first printed page: a transfer of exactly what is due now, and the bill’s page',
    async (_name, of, due_now) => {
      const [codes = []] = await scan(await billPdf(of), ['-l', '1'])
      const bills = codes.filter((code) => code.startsWith('BCD')).map(parseEpc)
      const read = bills.find(({ reference }) => reference === rfOfBill(of.number))
      expect(read?.iban).toBe(of.iban)
      expect(read?.cents).toBe(due_now)
      expect(read?.name.length).toBeLessThanOrEqual(70)
      expect(checkIban(read?.iban ?? '').valid).toBe(true)
      expect(codes.filter((code) => !code.startsWith('BCD'))).toEqual([link])
    },
  )

  it.each([
    ['four', inFour, [1, 2, 3, 4]],
    ['sixty', fullest, Array.from({ length: 58 }, (_, index) => index + 3)],
  ])(
    'of each of %s instalments that remain ask for its amount with its own reference',
    async (_name, of, positions) => {
      const codes = (await scan(await billPdf(of))).flat().filter((code) => code.startsWith('BCD'))
      const ofInstalments = codes.map(parseEpc).filter(({ reference }) => reference !== rfOfBill(of.number))
      expect(ofInstalments.map(({ reference, cents }) => [reference, cents]).sort()).toEqual(
        positions
          .map((position) => [rfOfInstalment(of.number, position), of.instalments[position - 1]?.amount])
          .sort(),
      )
      for (const { reference, iban } of ofInstalments)
        expect([checkRf(reference).valid, iban]).toEqual([true, of.iban])
    },
    60_000,
  )

  it('of a bill that takes no transfer only opens its page', async () => {
    expect(await scan(await billPdf({ ...inFour, iban: null }))).toEqual([[link]])
  })

  it.each([
    ['is paid', { settled: 41_250, payable: 0, phase: 'paid', state: 'paid' } as const, link],
    ['is cancelled', { payable: 0, phase: 'cancelled', state: 'cancelled' } as const, link],
    ['is being paid', { pending: 41_250, payable: 0, state: 'pending' } as const, link],
    ['may not carry its link, without an account', { iban: null }, null],
  ])('are none if it %s', async (_why, more, with_link) => {
    expect(await scan(await billPdf({ ...bill, ...more }, { link: with_link }))).toEqual([[]])
  })

  it('equals the code that another library makes of the same transfer', async () => {
    const theirs = generateQrCode({
      name: 'Condominio Citta Nuova + Figli',
      iban: 'IT60X0542811101000000123456',
      amount: 412.5,
      structuredReference: 'RF15B202600418',
    })
    const [[ours = '']] = (await scan(await billPdf(bill, { link: null }))) as [string[]]
    expect(parseEpc(ours)).toEqual(parseEpc(theirs))
  })
})

const unbroken = (text: string): string => text.replace(/\s/g, '')

async function read(pdf: Buffer): Promise<{ text: string; pages: string[] }> {
  const file = await onDisk(pdf)
  const text = (await run('pdftotext', ['-raw', file, '-'])).stdout.replace(/[^\S\n\f]+/g, ' ')
  return { text: text.replaceAll('\f', '\n'), pages: text.split('\f').slice(0, -1) }
}

/** Renders the pages at the resolution of a cheap printer and scans the QR codes of each, as a phone would. `only`: which. */
async function scan(pdf: Buffer, only: string[] = []): Promise<string[][]> {
  const file = await onDisk(pdf)
  await run('pdftoppm', ['-r', '150', '-gray', ...only, file, file])
  const pages = (await readdir(dirname(file))).filter((name) => name.endsWith('.pgm')).sort()
  const found: string[][] = []
  for (const page of pages) {
    // zbarimg ends with 4 if a page has no code.
    const scanned = await run('zbarimg', ['-q', '--raw', join(dirname(file), page)]).catch(
      (error: { code: number }) => {
        if (error.code === 4) return { stdout: '' }
        throw error
      },
    )
    found.push(
      scanned.stdout
        .split(/^(?=BCD$|https?:)/m)
        .map((code) => code.trim())
        .filter(Boolean),
    )
  }
  return found
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
