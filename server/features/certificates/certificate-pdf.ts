import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { drawLogo } from '../../pdf/logo.ts'
import { qrBars } from '../../pdf/qr-bars.ts'
import { openSheet, page, type Sheet } from '../../pdf/sheet.ts'
import { drawTable, type Table } from '../bills/pdf/bill-pdf-tables.ts'
import type { LetterheadImages } from '../documents/letterhead-images.ts'
import type { Certified } from './certificate-content.ts'
import type { CertificateRow } from './certificate-view.ts'

const { left, right, top } = page
const width = right - left
const line = 15
const qrSide = 100
const qrTop = page.bottom - 132

/**
 * Draws the certificate on an A4 page, and on more if its late instalments need them; the same certificate gives the same bytes. `where`: the page on which its code
 * can be checked.
 */
export async function certificatePdf(
  { certified, as_of, issued_at, issuer, revoked_at }: CertificateRow,
  check: { code: string; url: string; where: string },
  { logo, signature }: LetterheadImages,
): Promise<Buffer> {
  const sheet = openSheet({
    title: `Attestazione dello stato dei pagamenti di ${certified.subject_nominative}, ${formatDate(as_of)}`,
    author: certified.business_name,
    day: as_of,
  })
  drawLogo(sheet, logo, certified.business_name)
  let y = drawHead(sheet, certified)
  if (revoked_at) y = say(sheet, 'Questa attestazione è stata revocata e non vale più.', y + 22, 600)
  y = say(sheet, opening(certified), y + 24)
  y = say(sheet, `Al ${formatDate(as_of)}, per gli oneri condominiali:`, y + 22)
  for (const sentence of balanceSentences(certified)) y = say(sheet, sentence, y + 18, 600)
  y = say(sheet, `Liti in corso: ${certified.disputes ?? 'non ne risultano.'}`, y + 22)
  // What stands at the end of the first page comes before what may go on after it.
  drawCheck(sheet, check)
  if (signature) drawSignature(sheet, signature, certified.business_name)
  if (certified.bills.length > 0) drawLate(sheet, certified, y + 30)
  const issued = `Emessa da ${certified.business_name} (${issuer}) il ${formatDate(issued_at)} con Saldo.`
  sheet.onEachPage(({ number, of }) => {
    drawFoot(sheet, of > 1 ? `${issued} Pagina ${number} di ${of}.` : issued)
  })
  return sheet.finish()
}

function drawHead(sheet: Sheet, { account_name, account_fiscal_code, account_address }: Certified): number {
  let y = top + 14
  sheet.say('H1', [
    { text: 'Attestazione dello stato dei pagamenti', x: left, y, width, size: 15, weight: 600 },
  ])
  y += 16
  sheet.say('P', [{ text: 'Art. 1130, primo comma, n. 9, del codice civile', x: left, y, width, dim: true }])
  y += 14
  sheet.rule(y, { thick: 2 })
  y += 22
  sheet.say('P', [{ text: account_name, x: left, y, width, size: 12, weight: 600 }])
  for (const text of [account_address, account_fiscal_code && `Codice fiscale ${account_fiscal_code}`]) {
    if (!text) continue
    y += line
    sheet.say('P', [{ text, x: left, y, width }])
  }
  return y
}

const opening = ({ business_name, subject_nominative, subject_fiscal_code, units }: Certified): string =>
  [
    `${business_name}, che amministra il condominio, attesta quanto segue su richiesta di ${subject_nominative}`,
    subject_fiscal_code ? `, codice fiscale ${subject_fiscal_code}` : '',
    units.length > 0 ? `, titolare di ${units.join('; ')}` : '',
    '.',
  ].join('')

function balanceSentences({ overdue, residue, pending, credit }: Certified): string[] {
  const later = residue - overdue
  return [
    overdue === 0
      ? 'è in regola: nessuna rata scaduta è da pagare.'
      : `ha rate scadute non pagate per ${formatEuro(overdue)}.`,
    ...(later > 0 ? [`Rate non ancora scadute: ${formatEuro(later)}.`] : []),
    ...(pending > 0 ? [`Pagamenti in corso, non ancora arrivati: ${formatEuro(pending)}.`] : []),
    ...(credit > 0 ? [`Somme versate in più, a credito: ${formatEuro(credit)}.`] : []),
  ]
}

function say(sheet: Sheet, text: string, y: number, weight: 400 | 600 = 400): number {
  const style = { size: 10.5, weight }
  const lines = sheet.wrap(text, width, 12, style)
  sheet.say(
    'P',
    lines.map((part, index) => ({ text: part, x: left, y: y + index * line, width, ...style })),
  )
  return y + (lines.length - 1) * line
}

function drawLate(sheet: Sheet, { bills, overdue }: Certified, y: number): void {
  const rows = bills.map(({ number, description, due_date, due }) => ({
    text: `${number}, ${description}`,
    note: formatDate(due_date),
    amount: due,
  }))
  const late = {
    title: 'Rate scadute',
    rows,
    sums: [['Totale scaduto', overdue]],
    closed: false,
  } satisfies Table
  drawTable(sheet, late, { y, bottom: qrTop - 40 }, () => {
    sheet.nextPage()
    return { y: top + 14, bottom: page.bottom - 30 }
  })
}

function drawCheck(sheet: Sheet, { code, url, where }: { code: string; url: string; where: string }): void {
  const { size, bars } = qrBars(url)
  sheet.rule(qrTop - 16, { thick: 1 })
  sheet.figure(
    bars,
    { x: left, y: qrTop, unit: qrSide / size },
    `Codice QR per verificare l’attestazione ${code}`,
  )
  const x = left + qrSide + 24
  const room = { x, width: right - x }
  sheet.say('H2', [{ text: 'Verifica', y: qrTop + 10, size: 11, weight: 600, ...room }])
  const told = 'Inquadra il codice per sapere se questa attestazione è vera e se vale ancora, oppure scrivi'
  sheet.say('P', [{ text: told, y: qrTop + 28, dim: true, ...room }])
  sheet.say('P', [{ text: code, y: qrTop + 48, weight: 600, ...room }])
  sheet.say('P', [{ text: `nella pagina ${where}`, y: qrTop + 66, dim: true, ...room }])
}

/** Right of the code: the place where it is signed by hand otherwise. */
function drawSignature(sheet: Sheet, signature: Buffer, business_name: string): void {
  const box = { x: right - 130, y: qrTop + 22, width: 130, height: 40, align: 'right' as const }
  sheet.picture(signature, box, `Firma di ${business_name}`)
}

function drawFoot(sheet: Sheet, text: string): void {
  sheet.rule(page.bottom - 14, { thick: 0.5, grey: true })
  sheet.say('P', [{ text, x: left, y: page.bottom, width, size: 8, dim: true }])
}
