import type { RegisterEntry } from '@saldo/contract/reports/books'
import { type CashAccount, ledgerAccountLabels } from '@saldo/domain/accounting/accounting'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { drawLogo } from '../../pdf/logo.ts'
import { openSheet, page, type Sheet } from '../../pdf/sheet.ts'

export type PrintedRegister = {
  business_name: string
  account_name: string
  fiscal_code: string | null
  closed_to: string | null
  cash: CashAccount | undefined
  /** Undefined when no day was given and there is no movement. */
  from: string | undefined
  to: string | undefined
  opening: number
  closing: number
  rows: RegisterEntry[]
  logo: Buffer | null
}

const { left, right } = page
const row = 15
const bottom = page.bottom - 30
const at = {
  number: left,
  day: left + 30,
  text: left + 90,
  into: right - 222,
  out: right - 148,
  balance: right - 74,
}
const amountWidth = 74

/** Draws the register on A4 pages, with headings on each. The same movements give the same bytes. */
export async function registerPdf(register: PrintedRegister): Promise<Buffer> {
  const { account_name, business_name, opening, closing, rows, from, to } = register
  const sheet = openSheet({
    title: `Registro di contabilità, ${account_name}`,
    author: business_name,
    day: to ?? '2000-01-01',
  })
  let pages = 1
  let y = drawHeader(sheet, drawHead(sheet, register) + 26)
  const room = (lines: number) => {
    if (y + lines * row <= bottom) return
    drawFoot(sheet, register, pages)
    sheet.nextPage()
    pages += 1
    y = drawHeader(sheet, page.top + 12)
  }
  y = drawBalance(
    sheet,
    y,
    from ? `Saldo al ${formatDate(from)}, prima dei movimenti` : 'Saldo iniziale',
    opening,
  )
  for (const entry of rows) {
    room(entry.late ? 2 : 1)
    y = drawEntry(sheet, y, entry)
  }
  room(5)
  drawSums(sheet, y, { rows, closing, to })
  drawFoot(sheet, register, pages)
  return sheet.finish()
}

function drawHead(
  sheet: Sheet,
  { account_name, fiscal_code, cash, closed_to, from, to, logo, business_name }: PrintedRegister,
): number {
  drawLogo(sheet, logo, business_name)
  const width = right - left
  let y = page.top + 14
  sheet.say('H1', [{ text: 'Registro di contabilità', x: left, y, width, size: 15, weight: 600 }])
  y += 18
  const who = [account_name, fiscal_code && `codice fiscale ${fiscal_code}`].filter(Boolean).join(', ')
  sheet.say('P', [{ text: who, x: left, y, width, weight: 600 }])
  y += 14
  const period = from && to ? `Dal ${formatDate(from)} al ${formatDate(to)}` : 'Nessun movimento'
  const what = cash ? `, ${ledgerAccountLabels[cash]}` : ''
  const closed = closed_to && to && to <= closed_to ? '. Periodo chiuso' : ''
  sheet.say('P', [{ text: `${period}${what}${closed}. Art. 1130, n. 7, c.c.`, x: left, y, width }])
  y += 12
  sheet.rule(y, { thick: 2 })
  return y
}

function drawHeader(sheet: Sheet, y: number): number {
  const small = { y, size: 8, dim: true } as const
  const amount = { ...small, width: amountWidth, align: 'right' as const }
  sheet.say('P', [
    { ...small, text: 'N.', x: at.number, width: 28 },
    { ...small, text: 'Data', x: at.day, width: 58 },
    { ...small, text: 'Movimento', x: at.text, width: 180 },
    { ...amount, text: 'Entrate', x: at.into },
    { ...amount, text: 'Uscite', x: at.out },
    { ...amount, text: 'Saldo', x: at.balance },
  ])
  sheet.rule(y + 5, { thick: 1 })
  return y + 4
}

function drawBalance(sheet: Sheet, top: number, text: string, cents: number): number {
  const y = top + row
  sheet.say('P', [
    { text, x: at.text, y, width: at.into - at.text - 8, weight: 600 },
    { text: formatEuro(cents), x: at.balance, y, width: amountWidth, align: 'right', weight: 600 },
  ])
  sheet.rule(y + 4, { thick: 0.35, grey: true })
  return y
}

/** Draws a movement; if it was registered late, a line under it says so. */
function drawEntry(sheet: Sheet, top: number, entry: RegisterEntry): number {
  const { number, day, description, who, money_in, money_out, balance, late, registered_on } = entry
  let y = top + row
  const amount = (cents: number, x: number) =>
    cents === 0 ? [] : [{ text: formatEuro(cents), x, y, width: amountWidth, align: 'right' as const }]
  sheet.say('P', [
    { text: String(number), x: at.number, y, width: 28 },
    { text: formatDate(day), x: at.day, y, width: 58 },
    { text: [description, who].filter(Boolean).join(', '), x: at.text, y, width: at.into - at.text - 8 },
    ...amount(money_in, at.into),
    ...amount(money_out, at.out),
    { text: formatEuro(balance), x: at.balance, y, width: amountWidth, align: 'right' as const },
  ])
  if (late) {
    y += row - 4
    const text = `Registrata il ${formatDate(registered_on)}, oltre i trenta giorni`
    sheet.say('P', [{ text, x: at.text, y, width: at.into - at.text, size: 8, dim: true }])
  }
  sheet.rule(y + 4, { thick: 0.35, grey: true })
  return y
}

function drawSums(
  sheet: Sheet,
  top: number,
  { rows, closing, to }: Pick<PrintedRegister, 'rows' | 'closing' | 'to'>,
) {
  const sum = (of: 'money_in' | 'money_out') => rows.reduce((total, entry) => total + entry[of], 0)
  const y = top + row + 6
  sheet.rule(y - 10, { thick: 1 })
  const amount = { y, width: amountWidth, align: 'right' as const, weight: 600 as const }
  sheet.say('P', [
    { text: to ? `Totali e saldo al ${formatDate(to)}` : 'Totali', x: at.text, y, width: 180, weight: 600 },
    { ...amount, text: formatEuro(sum('money_in')), x: at.into },
    { ...amount, text: formatEuro(sum('money_out')), x: at.out },
    { ...amount, text: formatEuro(closing), x: at.balance },
  ])
  sheet.rule(y + 5, { thick: 0.75 })
  sheet.rule(y + 7.2, { thick: 0.75 })
}

function drawFoot(sheet: Sheet, { business_name, account_name }: PrintedRegister, number: number): void {
  const y = page.bottom
  sheet.rule(y - 14, { thick: 0.5, grey: true })
  sheet.say('P', [
    { text: `${business_name}, con Saldo · ${account_name}`, x: left, y, width: 380, size: 8, dim: true },
    { text: `Pagina ${number}`, x: right - 100, y, width: 100, align: 'right', size: 8, dim: true },
  ])
}
