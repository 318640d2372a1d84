import { type letterWords, totalLabel } from '@saldo/domain/arrears/reminder-letter'
import { formatLongDate } from '@saldo/domain/dates'
import { groupIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { formatRf } from '@saldo/domain/sepa/creditor-reference'
import { drawLogo } from '../../pdf/logo.ts'
import { qrBars } from '../../pdf/qr-bars.ts'
import { openSheet, page, type Sheet } from '../../pdf/sheet.ts'

/** A letter to be printed. Money in cents. */
export type PaperLetter = {
  day: string
  step_name: string
  level: number
  title: string
  text: string
  total: number
  account_name: string
  iban: string | null
  nominative: string
  street: string | null
  town: string | null
  business_name: string
  /** The office's; left out for offices without. */
  logo: Buffer | null
  signature: Buffer | null
  phone: string | null
  email: string | null
  words: (typeof letterWords)['tu']
  lines: {
    number: string
    description: string
    note: string
    amount: number
    /** The creditor reference of a transfer. */
    reference: string
    url: string
  }[]
}

const left = page.left
const width = page.right - page.left
const leading = 14
const qrSide = 58
const bottom = page.bottom - 30
/** Right of the middle: the window of an envelope. */
const addressLeft = left + 270

/** Draws letters on A4 pages, each on a page of its own; the same letters give the same bytes. */
export async function reminderPdf(letters: readonly PaperLetter[]): Promise<Buffer> {
  const [first] = letters
  const sheet = openSheet({
    title: letters.length === 1 ? `${first?.step_name}, ${first?.nominative}` : `${letters.length} solleciti`,
    author: first?.business_name ?? 'Saldo',
    day: first?.day ?? '2020-01-01',
  })
  letters.forEach((letter, place) => {
    if (place > 0) sheet.nextPage()
    drawLetter(sheet, letter)
  })
  return sheet.finish()
}

function drawLetter(sheet: Sheet, letter: PaperLetter): void {
  drawFoot(sheet, letter)
  let y = drawHead(sheet, letter)
  y = drawText(sheet, letter, y + 30)
  y = drawBills(sheet, letter, y + 10)
  drawTransfer(sheet, letter, y + 24)
}

function drawHead(sheet: Sheet, letter: PaperLetter): number {
  drawLogo(sheet, letter.logo, letter.business_name)
  let y = page.top + 14
  const sender = [letter.business_name, [letter.phone, letter.email].filter(Boolean).join(' · ')]
  sheet.say('P', [{ text: letter.account_name, x: left, y, width, size: 12, weight: 600 }])
  for (const text of sender.filter(Boolean)) {
    y += leading
    sheet.say('P', [{ text, x: left, y, width, dim: true }])
  }
  y = page.top + 92
  for (const text of [letter.nominative, letter.street, letter.town]) {
    if (!text) continue
    sheet.say('P', [{ text, x: addressLeft, y, width: page.right - addressLeft, size: 11 }])
    y += leading + 2
  }
  y = page.top + 160
  sheet.say('P', [{ text: formatLongDate(letter.day), x: left, y, width, dim: true }])
  y += 24
  for (const text of sheet.wrap(letter.title, width, 3, { size: 13, weight: 600 })) {
    sheet.say('H1', [{ text, x: left, y, width, size: 13, weight: 600 }])
    y += 17
  }
  return y - 17
}

function drawText(sheet: Sheet, letter: PaperLetter, top: number): number {
  let y = top
  for (const paragraph of letter.text.split(/\r?\n/)) {
    if (paragraph.trim() === '') {
      y += leading / 2
      continue
    }
    for (const text of sheet.wrap(paragraph, width, 80, { size: 10.5 })) {
      if (y > bottom) y = nextPage(sheet, letter)
      sheet.say('P', [{ text, x: left, y, width, size: 10.5 }])
      y += leading + 1
    }
  }
  return y
}

function drawBills(sheet: Sheet, letter: PaperLetter, top: number): number {
  let y = top
  sheet.rule(y, { thick: 1 })
  for (const line of letter.lines) {
    if (y + qrSide + 12 > bottom) {
      y = nextPage(sheet, letter)
      sheet.rule(y, { thick: 1 })
    }
    drawBill(sheet, line, y)
    y += qrSide + 12
    sheet.rule(y, { thick: 0.35, grey: true })
  }
  if (y + 24 > bottom) y = nextPage(sheet, letter)
  y += 18
  sheet.say('P', [
    { text: totalLabel(letter.level), x: left, y, width: 200, size: 11, weight: 600 },
    {
      ...{ text: formatEuro(letter.total), x: page.right - 160, y, width: 160 },
      ...{ align: 'right', size: 11, weight: 600 },
    },
  ])
  sheet.rule(y + 7, { thick: 1 })
  return y + 7
}

/** The bill's data, its amount, and the QR code that opens its page. */
function drawBill(sheet: Sheet, line: PaperLetter['lines'][number], top: number): void {
  const { size, bars } = qrBars(line.url)
  sheet.figure(
    bars,
    { x: left + 4, y: top + 6, unit: qrSide / size },
    `Codice QR per pagare online la bolletta ${line.number}`,
  )
  const x = left + qrSide + 22
  const rest = page.right - x
  sheet.say('P', [
    { text: line.description, x, y: top + 18, width: rest - 110, weight: 600 },
    {
      ...{ text: formatEuro(line.amount), x: page.right - 100, y: top + 18, width: 100 },
      ...{ align: 'right', weight: 600 },
    },
  ])
  sheet.say('P', [
    { text: `Bolletta ${line.number}, ${line.note}`, x, y: top + 18 + leading, width: rest, dim: true },
  ])
  sheet.say('P', [
    { text: `Causale del bonifico: ${formatRf(line.reference)}`, x, y: top + 18 + 2 * leading, width: rest },
  ])
}

function drawTransfer(sheet: Sheet, letter: PaperLetter, top: number): void {
  const { iban, account_name, words } = letter
  const texts = iban
    ? [`IBAN ${groupIban(iban)}, intestato a ${account_name}`, words.byTransfer, words.byPhone]
    : [words.byPhone]
  let y = top + (texts.length + 1) * leading > bottom ? nextPage(sheet, letter) + leading : top
  sheet.say('H2', [{ text: 'Come pagare', x: left, y, width, size: 11, weight: 600 }])
  for (const text of texts) {
    y += leading + 2
    sheet.say('P', [{ text, x: left, y, width, weight: text.startsWith('IBAN') ? 600 : 400 }])
  }
  y += 3 * leading
  if (y > bottom) y = nextPage(sheet, letter) + leading
  sheet.say('P', [{ text: letter.business_name, x: addressLeft, y, width: page.right - addressLeft }])
  if (letter.signature)
    sheet.picture(
      letter.signature,
      { x: addressLeft, y: y + 4, width: 150, height: Math.min(40, page.bottom - 18 - y) },
      `Firma di ${letter.business_name}`,
    )
}

/** Returns where the new page begins. */
function nextPage(sheet: Sheet, letter: PaperLetter): number {
  sheet.nextPage()
  drawFoot(sheet, letter)
  return page.top + 14
}

function drawFoot(sheet: Sheet, { business_name, account_name, nominative }: PaperLetter): void {
  const y = page.bottom
  sheet.rule(y - 14, { thick: 0.5, grey: true })
  sheet.say('P', [
    { text: `${business_name} per ${account_name}`, x: left, y, width: 340, size: 8, dim: true },
    { text: nominative, x: page.right - 160, y, width: 160, align: 'right', size: 8, dim: true },
  ])
}
