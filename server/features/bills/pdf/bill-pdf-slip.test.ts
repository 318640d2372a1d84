import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeItalianIban } from '@saldo/domain/iban'
import { readCodeLine } from '@saldo/domain/postal/code-line'
import { customerCodeOf } from '@saldo/domain/postal/customer-code'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BillFacts } from '../bill-facts.ts'
import { billPdf as drawBill } from './bill-pdf.ts'
import type { PaperFacts } from './paper-facts.ts'

const run = promisify(execFile)
const billPdf = (bill: BillFacts, paper: PaperFacts) => drawBill(bill, paper, { logo: null, link: null })

const bill: BillFacts = {
  ...{ customer_id: 1 },
  ...{ account_id: 7, subject_id: 1, bill_id: 418, number: 'B-2026-00418', description: 'Rata 3 di 4' },
  ...{ unit: 'Int. 7, scala A', issue_date: '2026-09-01', amount: 41_250, settled: 0, residue: 41_250 },
  ...{ pending: 0, minimum_payment: null, flag_pay_card: true, flag_pay_debit: true, flag_pay_klarna: true },
  ...{
    credit: 0,
    payable: 41_250,
    due_date: '2099-09-30',
    phase: 'open',
    state: 'due_soon',
    link_version: 1,
  },
  ...{ provider_account: 'stripe', account_name: 'Condominio Città Nuova & Figli' },
  ...{ account_address: 'Via Ghibellina 41, 50122 Firenze (FI)', account_fiscal_code: '94012345678' },
  iban: makeItalianIban({ abi: '07601', cab: '02800', account: '000012345678' }),
  ...{ business_name: 'Studio Bianchi', phone: '055 000 0000', email: 'studio@example.it' },
  ...{ subject_nominative: 'Rossi Lucia', subject_email: null },
  instalments: [
    { instalment_id: 1, position: 1, due_date: '2099-09-30', amount: 41_250, settled: 0, pending: 0 },
  ],
  lines: [{ position: 1, description: 'Spese generali', amount: 41_250 }],
}
const postal: PaperFacts['postal'] = {
  ...{ kind: '896', holder: 'Condominio Città Nuova', authorisation: 'AUT. N. DB/00123 DEL 01/02/2026' },
}
const paper: PaperFacts = {
  ...{ subject_address: 'Via dei Servi 3, 50122 Firenze (FI)', postal, notice: null },
}
const with674: PaperFacts = { ...paper, postal: { ...postal, kind: '674' } }
const mav = { creditor_number: 'B202600418', amount: 41_250, due_on: '2099-09-30' }
/** The same sum in two instalments, the first of which is due now. */
const inTwo: BillFacts = {
  ...bill,
  instalments: [
    { instalment_id: 1, position: 1, due_date: '2099-09-30', amount: 11_250, settled: 0, pending: 0 },
    { instalment_id: 2, position: 2, due_date: '2099-12-15', amount: 30_000, settled: 0, pending: 0 },
  ],
}

describe('the postal slip of a bill', () => {
  it.each([
    ['a bill', bill, 41_250],
    ['a bill with instalments, what is due now', inTwo, 11_250],
    ['a bill of a million euro', largest(99_999_999_99), 99_999_999_99],
  ])('896: code line and bar code read back exactly: %s', async (_what, of, amount) => {
    const pdf = await billPdf(of, paper)
    const code = customerCodeOf(of, '896')
    expect(codeLineIn(await textOf(pdf))).toEqual({ kind: '896', code, account: '000012345678', amount })
    expect(await scan(pdf)).toBe(`18${code}1200001234567810${String(amount).padStart(10, '0')}3896`)
  })

  it('896: says on both parts the sum in digits and in words, to whom, for what and who pays', async () => {
    const text = await textOf(await billPdf(bill, paper))
    for (const fact of [
      'CONTI CORRENTI POSTALI',
      'quattrocentododici/50',
      'Condominio Città Nuova',
      'Bolletta B-2026-00418 · Rata 3 di 4',
      'Rossi Lucia',
      'Via dei Servi 3, 50122 Firenze (FI)',
      '12345678',
      'TD 896',
    ])
      expect(text.split(fact).length, fact).toBeGreaterThan(2)
    for (const once of ['Ricevuta di Versamento', 'Ricevuta di Accredito', 'AUT. N. DB/00123 DEL 01/02/2026'])
      expect(text).toContain(once)
    expect(text).toContain(customerCodeOf(bill, '896'))
  })

  it('674: has the customer code, no sum on the slip and no bar code', async () => {
    const pdf = await billPdf(bill, with674)
    const text = await textOf(pdf)
    expect(codeLineIn(text)).toEqual({
      ...{ kind: '674', code: customerCodeOf(bill, '674'), account: '000012345678', amount: null },
    })
    expect(text).not.toContain('quattrocentododici/50')
    expect(await scan(pdf)).toBe('')
  })

  it('is one more page, small, the same bytes each time, also with the longest names', async () => {
    const longest = {
      ...bill,
      subject_nominative: `Eredi ${'Mastropietro Annunziata '.repeat(6)}`,
      description: 'Conguaglio riscaldamento '.repeat(8),
    }
    for (const of of [bill, longest]) {
      const pdf = await billPdf(of, paper)
      expect(pdf.length).toBeLessThan(25_000)
      expect(await billPdf(of, paper)).toEqual(pdf)
      expect((await run('pdfinfo', [await onDisk(pdf)])).stdout).toMatch(/Pages:\s+2/)
      expect(codeLineIn(await textOf(pdf))).toMatchObject({ amount: 41_250 })
    }
  })

  it.each([
    ['the condominium prints none', bill, { ...paper, postal: null }],
    ['its account is not a postal one', { ...bill, iban: 'IT60X0542811101000000123456' }, paper],
    ['it has no account', { ...bill, iban: null }, paper],
    [
      'the bill is paid',
      {
        ...bill,
        settled: 41_250,
        residue: 0,
        payable: 0,
        phase: 'paid',
        state: 'paid',
        instalments: paidInstalments(),
      },
      paper,
    ],
    ['the bill is cancelled', { ...bill, phase: 'cancelled', state: 'cancelled', payable: 0 }, paper],
    ['the bill is a draft', { ...bill, phase: 'draft', state: 'draft', residue: 0, payable: 0 }, paper],
    ['the bill asks for nothing', { ...bill, amount: 0, residue: 0, payable: 0, instalments: [] }, paper],
    ['another payment is under way', { ...bill, pending: 41_250, payable: 0, state: 'pending' }, paper],
    ['a bank asks for it by MAV', bill, { ...paper, notice: mav }],
    [
      'a MAV is due, and the bank has not answered yet',
      bill,
      { ...paper, notice: { ...mav, due_on: '2026-01-31' } },
    ],
  ] as [string, BillFacts, PaperFacts][])('is not printed: %s', async (_why, of, with_paper) => {
    const pdf = await billPdf(of, with_paper)
    const text = await textOf(pdf)
    expect((await run('pdfinfo', [await onDisk(pdf)])).stdout).toMatch(/Pages:\s+1/)
    expect(text).not.toContain('CONTI CORRENTI POSTALI')
    expect(text).not.toMatch(/<\d{18}>/)
  })
})

describe('the MAV of a bill', () => {
  it('is printed with its sum, its due date and its number', async () => {
    const text = await textOf(await billPdf(bill, { ...paper, notice: mav }))
    expect(text).toMatch(/Con il MAV/)
    expect(text).toMatch(/Importo 412,50 € .*Entro il 30\/09\/2099 .*Numero dell’avviso B202600418/)
    expect(text).toContain('in qualsiasi banca')
  })
  it.each([
    ['its due date has passed', bill, { ...mav, due_on: '2026-01-31' }],
    ['the bill asks for less by now', { ...bill, payable: 1_000 }, mav],
    ['the bill is paid', { ...bill, payable: 0 }, mav],
    ['there is none', bill, null],
  ] as [string, BillFacts, PaperFacts['notice']][])('is not printed: %s', async (_why, of, notice) => {
    expect(await textOf(await billPdf(of, { ...paper, notice }))).not.toContain('MAV')
  })
})

function largest(amount: number): BillFacts {
  const [first] = bill.instalments as [BillFacts['instalments'][0]]
  return { ...bill, amount, residue: amount, payable: amount, instalments: [{ ...first, amount }] }
}

function paidInstalments(): BillFacts['instalments'] {
  return bill.instalments.map((each) => ({ ...each, settled: each.amount }))
}

/** The one code line of a text. */
function codeLineIn(text: string) {
  const lines = text.split('\n').filter((line) => /^\s*<\d{18}>/.test(line))
  expect(lines).toHaveLength(1)
  return readCodeLine(lines[0] as string)
}

const textOf = async (pdf: Buffer): Promise<string> => {
  const text = (await run('pdftotext', ['-layout', await onDisk(pdf), '-'])).stdout
  return text.replace(/[^\S\n]+/g, ' ').replaceAll('\f', '\n')
}

/** Prints the second page as an office printer does and scans its bar code; '' if there is none. */
async function scan(pdf: Buffer): Promise<string> {
  const file = await onDisk(pdf)
  await run('pdftoppm', ['-f', '2', '-r', '300', '-png', '-singlefile', file, file])
  const found = await run('zbarimg', ['-q', '--raw', '-Sdisable', '-Scode128.enable', `${file}.png`]).catch(
    // zbarimg ends with 4 if it finds no bar code.
    (error: { code: number }) => {
      if (error.code === 4) return { stdout: '' }
      throw error
    },
  )
  return found.stdout.trim()
}

async function onDisk(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-slip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bill.pdf')
  await writeFile(file, pdf)
  return file
}
