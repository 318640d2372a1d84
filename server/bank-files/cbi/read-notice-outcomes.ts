import type { Day } from '@saldo/domain/dates'
import { formatEuro, maxCents } from '@saldo/domain/money'
import { BankFileRefused, type NoticeOutcome, type NoticeOutcomeFile } from '../bank-file.ts'
import { askAgain, type CbiRecord, day, digits, field, recordsOf, wrongField } from '../cbi-records.ts'

/** Outcomes of MAV notices, in records of 120 characters. Throws BankFileRefused, with the line, on any inconsistency. */
export const readMavOutcomes = (content: Buffer): NoticeOutcomeFile => read(content, 'mav')

/** Outcomes of RiBa, in the same frame. */
export const readRibaOutcomes = (content: Buffer): NoticeOutcomeFile => read(content, 'riba')

type Format = NoticeOutcomeFile['format']
const heads = { mav: 'IM', riba: 'IB' } as const
const causali: Record<Format, RegExp> = { mav: /^070(00|06|08|10|11)$/, riba: /^30\d{3}$/ }
/** The records of a notice, in this order, each once. A memo (10) may stand anywhere between. */
const order = ['14', '16', '20', '30', '40', '50', '51', '59', '70']
const needed = ['14', '30', '51']

function read(content: Buffer, format: Format): NoticeOutcomeFile {
  const records = [...recordsOf(content)]
  const head = records[0]
  if (!head || head.type !== heads[format])
    throw new BankFileRefused(`Il file non comincia con il record di testa ${heads[format]}. ${askAgain}`, 1)
  const trailer = records.at(-1) as CbiRecord
  if (trailer.type !== 'EF')
    throw new BankFileRefused(`Manca il record di coda (EF): il file è incompleto. ${askAgain}`, trailer.line)
  const inside = records.slice(1, -1)
  const second = inside.find(({ type }) => type === head.type)
  if (second)
    throw new BankFileRefused(
      'Nel file ci sono due flussi, uno dopo l’altro: dividilo in due file, ciascuno dal suo record di testa a quello di coda.',
      second.line,
    )
  for (const record of [head, trailer]) requireEuro(record, 114)
  const skipped = inside.filter(({ type }) => type === '10').length
  const created_on = day(head, 14, 'La data di creazione')
  const outcomes = noticesOf(inside.filter(({ type }) => type !== '10')).map((notice) =>
    outcomeOf(notice, format, created_on),
  )
  const total = checkTrailer(head, trailer, records.length, outcomes)
  const late = outcomes.find(({ paid_on }) => paid_on !== null && paid_on > created_on)
  if (late)
    throw new BankFileRefused(
      `L’avviso ${late.number} risulta pagato dopo la data di creazione del file. ${askAgain}`,
      late.line,
    )
  const name = field(head, 20, 39)
  if (name === '') throw wrongField(head, 20, 39, 'Il nome del flusso')
  return {
    ...{ kind: 'notice_outcome', format, name, created_on },
    bank_abi: code(head, 4, 8, /^\d{5}$/, 'Il codice ABI della banca'),
    creditor_sia: code(head, 9, 13, /^[A-Z0-9]{5}$/i, 'Il codice SIA del creditore'),
    ...{ records: records.length, skipped, total, outcomes },
  }
}

type Notice = { number: number; records: Map<string, CbiRecord> }

/** The records of each notice, whose numbers count from 1 without a gap. */
function noticesOf(records: readonly CbiRecord[]): Notice[] {
  const notices: Notice[] = []
  let last = ''
  for (const record of records) {
    if (!order.includes(record.type))
      throw new BankFileRefused(
        `Il tipo di record «${record.type}» non è fra quelli degli avvisi. ${askAgain}`,
        record.line,
      )
    const number = digits(record, 4, 10, 'Il numero della disposizione')
    if (record.type === '14') notices.push({ number, records: new Map() })
    else if (order.indexOf(record.type) <= order.indexOf(last))
      throw new BankFileRefused(`Il record ${record.type} è fuori posto. ${askAgain}`, record.line)
    const notice = notices.at(-1)
    if (!notice)
      throw new BankFileRefused(
        `Il record ${record.type} precede la prima disposizione. ${askAgain}`,
        record.line,
      )
    if (number !== notices.length)
      throw new BankFileRefused(
        `Il numero della disposizione è ${number}, doveva essere ${notices.length}: manca qualcosa, o l’ordine è cambiato. ${askAgain}`,
        record.line,
      )
    notice.records.set(record.type, record)
    last = record.type
  }
  for (const { records: of } of notices)
    for (const type of needed)
      if (!of.has(type)) {
        const { line } = of.get('14') as CbiRecord
        throw new BankFileRefused(`All’avviso manca il record ${type}. ${askAgain}`, line)
      }
  return notices
}

function outcomeOf({ number, records }: Notice, format: Format, created_on: Day): NoticeOutcome {
  const main = records.get('14') as CbiRecord
  const debtor = records.get('30') as CbiRecord
  const own = records.get('51') as CbiRecord
  const sign = field(main, 47, 47)
  if (sign === '-')
    throw new BankFileRefused(
      'È un file di avvisi da presentare alla banca, non di esiti: carica quello degli esiti.',
      main.line,
    )
  if (sign !== '+') throw wrongField(main, 47, 47, 'Il segno dell’importo')
  requireEuro(main, 120)
  const amount = digits(main, 34, 46, 'L’importo')
  if (amount < 1 || amount > maxCents) throw wrongField(main, 34, 46, 'L’importo')
  const causale = code(main, 29, 33, causali[format], 'La causale')
  const due_on = dayOrNone(main, 23, 'La scadenza')
  return {
    ...{ line: main.line, number, amount },
    code: causale,
    due_on,
    ...accountOf(main, format),
    creditor_number: code(own, 11, 20, /^[A-Z0-9/-]+$/i, 'Il numero della disposizione del creditore'),
    ...(format === 'mav' ? paymentOf(own) : ribaPaymentOf(causale, due_on, created_on)),
    debtor_name: `${debtor.text.slice(10, 40)}${debtor.text.slice(40, 70)}`.replace(/ +/g, ' ').trim(),
    debtor_fiscal_code: fiscalCodeOf(main, debtor),
  }
}

/** The file of RiBa tells no day of payment: they are paid on their due date, or earlier; then the day of the file is known. */
const ribaPaymentOf = (causale: string, due_on: Day | null, created_on: Day) => ({
  ...{ bank_number: null, fees: 0, value_on: null },
  paid_on: causale === '30000' ? (due_on !== null && due_on < created_on ? due_on : created_on) : null,
})

/** Amounts are in euro (E). Some banks leave the letter out; another one would be another currency. */
function requireEuro(record: CbiRecord, at: number): void {
  const letter = field(record, at, at)
  if (letter !== '' && letter !== 'E')
    throw new BankFileRefused(
      `La divisa «${letter}» non è l’euro (record ${record.type}). ${askAgain}`,
      record.line,
    )
}

/** Our account. Of MAV it is 70–91, behind the bank where it was paid; of RiBa 48–69, before the debtor's bank. */
function accountOf(main: CbiRecord, format: Format): Pick<NoticeOutcome, 'abi' | 'cab' | 'account'> {
  const from = format === 'mav' ? 70 : 48
  return {
    abi: code(main, from, from + 4, /^\d{5}$/, 'Il codice ABI del conto'),
    cab: code(main, from + 5, from + 9, /^\d{5}$/, 'Il codice CAB del conto'),
    account: code(main, from + 10, from + 21, /^[A-Z0-9]{12}$/i, 'Il numero di conto').toUpperCase(),
  }
}

function paymentOf(own: CbiRecord): Pick<NoticeOutcome, 'bank_number' | 'fees' | 'value_on' | 'paid_on'> {
  const fees = field(own, 87, 91)
  return {
    bank_number: field(own, 75, 86) || null,
    fees: fees === '' ? 0 : digits(own, 87, 91, 'Le commissioni'),
    value_on: dayOrNone(own, 92, 'La data di valuta'),
    paid_on: dayOrNone(own, 110, 'La data di pagamento'),
  }
}

/** The debtor's tax code stands in record 30, and in record 14 if the code there is of type 3. */
function fiscalCodeOf(main: CbiRecord, debtor: CbiRecord): string | null {
  const here = field(debtor, 71, 86)
  const there = field(main, 97, 97) === '3' ? field(main, 98, 113) : ''
  if (here !== '' && there !== '' && here !== there)
    throw new BankFileRefused(
      `I due codici fiscali dell’avviso sono diversi (${there} e ${here}). ${askAgain}`,
      debtor.line,
    )
  return here || there || null
}

/** Counts, sums and identity of the trailer. Returns the total in cents. */
function checkTrailer(
  head: CbiRecord,
  trailer: CbiRecord,
  records: number,
  outcomes: NoticeOutcome[],
): number {
  if (head.text.slice(3, 39) !== trailer.text.slice(3, 39))
    throw new BankFileRefused(`Testa e coda non sono dello stesso flusso. ${askAgain}`, trailer.line)
  const wrong = (what: string, said: number, found: number) =>
    new BankFileRefused(`${what}: la coda dice ${said}, nel file sono ${found}. ${askAgain}`, trailer.line)
  const said = digits(trailer, 46, 52, 'Il numero di disposizioni')
  if (said !== outcomes.length) throw wrong('Le disposizioni non tornano', said, outcomes.length)
  const said_records = digits(trailer, 83, 89, 'Il numero di record')
  if (said_records !== records) throw wrong('I record non tornano', said_records, records)
  const sum = outcomes.reduce((all, { amount }) => all + amount, 0)
  const negative = digits(trailer, 53, 67, 'Il totale negativo')
  const positive = digits(trailer, 68, 82, 'Il totale positivo')
  if (negative !== 0 || positive !== sum)
    throw new BankFileRefused(
      `Il totale della coda (${formatEuro(positive - negative)}) non è la somma degli avvisi (${formatEuro(sum)}). ${askAgain}`,
      trailer.line,
    )
  return sum
}

/** Blanks or zeros: no date. */
const dayOrNone = (record: CbiRecord, from: number, what: string) =>
  /^(0{6}| {6})$/.test(record.text.slice(from - 1, from + 5)) ? null : day(record, from, what)

function code(record: CbiRecord, from: number, to: number, pattern: RegExp, what: string): string {
  const text = field(record, from, to)
  if (!pattern.test(text)) throw wrongField(record, from, to, what)
  return text
}
