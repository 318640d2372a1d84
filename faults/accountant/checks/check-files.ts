import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oneOf, whole } from '../../random.ts'
import { amountOf, residueOf, settledOf } from '../books.ts'
import { owedBy } from '../journal.ts'
import { call, Mismatch, type Player } from '../player.ts'
import { inEuro, sumOf } from '../sharing.ts'
import { byName, readCsv, readXlsx, type Sheet } from '../sheet.ts'
import type { Differences } from './differences.ts'

const run = promisify(execFile)

/** Checks exported files: lists as CSV and as a workbook, and some PDFs if pdftotext is installed. */
export async function checkFiles(player: Player, found: Differences): Promise<void> {
  const { books } = player
  for (const [format, read] of [
    ['csv', readCsv],
    ['xlsx', readXlsx],
  ] as const) {
    const bills = read(await file(player, `/v1/bills/export?format=${format}`))
    const of = `bills as ${format}`
    for (const [column, cents] of [
      ['Importo', amountOf],
      ['Incassato', settledOf],
      ['Residuo', residueOf],
    ] as const)
      compare(found, `${of}, ${column}`, sumsOf(bills, column), sumOf(books.bills.map(cents)))
    found.same(`${of}, rows`, bills.length - 1, books.bills.length)
    const payments = read(await file(player, `/v1/payments/export?format=${format}`))
    const amounts = byName(payments, 'Pagamento', 'Importo')
    for (const { id, amount } of books.payments)
      found.same(`payments as ${format}, ${id}`, amounts.get(`PG-${id}`), amount)
  }
  // PDFs take longer than everything else together.
  if (whole(player.random, 8) === 0 && (await hasPdftotext())) await checkPapers(player, found)
}

const compare = (found: Differences, where: string, got: number, wanted: number) =>
  found.same(where, got, wanted)

function sumsOf(sheet: Sheet, column: string): number {
  const [header = [], ...rows] = sheet
  const numbered: Sheet = [
    ['row', column],
    ...rows.map((row, place) => [String(place), row[header.indexOf(column)] ?? '']),
  ]
  return sumOf([...byName(numbered, 'row', column).values()].map((cents) => cents ?? Number.NaN))
}

async function file(player: Player, url: string): Promise<Buffer> {
  const { status, raw } = await call(player, 'GET', url)
  if (status !== 200) throw new Mismatch(`${url}: answered ${status}`)
  return raw
}

let there: Promise<boolean> | undefined
const hasPdftotext = (): Promise<boolean> => {
  there ??= run('pdftotext', ['-v']).then(
    () => true,
    () => false,
  )
  return there
}

/** Checks a bill, a statement and a receipt, chosen at random: their sums must be in the text. */
async function checkPapers(player: Player, found: Differences): Promise<void> {
  const { books, random } = player
  const issued = books.issued()
  if (issued.length > 0) {
    const bill = oneOf(random, issued)
    const text = await textOf(await file(player, `/v1/bills/pdf/${bill.id}`))
    says(found, `bill ${bill.id} on paper`, text, amountOf(bill))
  }
  const { subject_id } = oneOf(random, books.ground.subjects)
  const closing = sumOf(
    books.journal.entries
      .filter(({ subject, day }) => subject === subject_id && day <= books.today)
      .map(owedBy),
  )
  const paper = await file(
    player,
    `/v1/subjects/statement-pdf/${subject_id}?from=2020-01-01&to=${books.today}`,
  )
  says(found, `statement of ${subject_id} on paper`, await textOf(paper), Math.abs(closing))
  const kept = books.payments.filter(({ state, method }) => state === 'kept' && method !== 'CREDIT')
  if (kept.length === 0) return
  const payment = oneOf(random, kept)
  says(
    found,
    `receipt of ${payment.id} on paper`,
    await textOf(await file(player, `/v1/payments/receipt/${payment.id}`)),
    payment.amount,
  )
}

const says = (found: Differences, where: string, text: string, cents: number) =>
  found.same(`${where} says ${inEuro(cents)}`, text.replace(/[\u00A0\s]/g, ' ').includes(inEuro(cents)), true)

async function textOf(pdf: Buffer): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'saldo-faults-paper-'))
  try {
    const path = join(home, 'paper.pdf')
    writeFileSync(path, pdf)
    return (await run('pdftotext', ['-layout', path, '-'])).stdout
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
