import { cbiText, fitText } from './cbi-text.ts'
import type { NoticeOrder, OrderedNotice, OrderedRiba } from './notice-order.ts'
import { codeField, dayField, numberField, recordLine } from './record-line.ts'

/** A file of notices. `total` in cents; `shortened`: texts that did not fit, by the number of the notice in the file. */
export type NoticeFile = {
  content: string
  total: number
  records: number
  shortened: Shortened[]
}
export type Shortened = { number: number; field: 'name' | 'address' | 'town' | 'description' }

/**
 * MAV notices for the bank, in records of 120 characters (CBI, M.Av. 6.01). Texts are upper-case ASCII; one that does not
 * fit is cut after a word, and reported. Totals stand in the negative field: the notices are a debt of the bank's customers.
 * Throws RangeError on an amount or identifier that does not fit.
 */
export const writeMav = (order: NoticeOrder): NoticeFile => write('IM', '07000', order, mavRecords)

/** The same notices, to be recalled before they are paid (causale 07100). */
export const writeMavRecall = (order: NoticeOrder): NoticeFile => write('IM', '07100', order, mavRecords)

/** Bank receipts (RiBa), in the same frame. */
export const writeRiba = (order: NoticeOrder & { notices: OrderedRiba[] }): NoticeFile =>
  write('IB', '30000', order, ribaRecords)

type Writing = {
  order: NoticeOrder
  causale: string
  /** Fits a text of the current notice into a field, and remembers whether it was cut. */
  fit: (field: Shortened['field'], text: string, width: number) => string
}
type RecordsOf<N extends OrderedNotice> = (writing: Writing, notice: N, number: string) => string[]

function write<N extends OrderedNotice>(
  head: 'IM' | 'IB',
  causale: string,
  order: Omit<NoticeOrder, 'notices'> & { notices: N[] },
  recordsOf: RecordsOf<N>,
): NoticeFile {
  if (order.notices.length === 0) throw new RangeError('no notices')
  const shortened: Shortened[] = []
  const lines = [recordLine(head, ...frame(order), [114, 'E'])]
  let total = 0
  for (const [at, notice] of order.notices.entries()) {
    if (notice.amount < 1) throw new RangeError(`no amount: ${notice.amount}`)
    total += notice.amount
    const fit: Writing['fit'] = (field, text, width) => {
      const fitted = fitText(text, width)
      if (fitted.cut) shortened.push({ number: at + 1, field })
      return fitted.text
    }
    lines.push(...recordsOf({ order, causale, fit }, notice, numberField(at + 1, 7)))
  }
  const records = lines.length + 1
  lines.push(
    recordLine(
      'EF',
      ...frame(order),
      [46, numberField(order.notices.length, 7)],
      [53, numberField(total, 15)],
      [68, numberField(0, 15)],
      [83, numberField(records, 7)],
      [114, 'E'],
    ),
  )
  return { content: lines.map((line) => `${line}\r\n`).join(''), total, records, shortened }
}

/** What head and trailer have in common. */
const frame = ({ sia, name, created_on, bank }: NoticeOrder): [number, string][] => [
  [4, codeField(sia, sia5)],
  [9, codeField(bank.abi, digits5)],
  [14, dayField(created_on)],
  [20, codeField(name, /^[A-Z0-9-]{1,20}$/)],
]

const mavRecords: RecordsOf<OrderedNotice> = ({ order, causale, fit }, notice, number) => {
  const description = cbiText(notice.description)
  const is_long = description.length > 80
  return [
    recordLine('14', [4, number], ...headOf(order, causale, notice), [120, 'E']),
    ...(order.creditor.iban
      ? [recordLine('16', [4, number], [11, codeField(order.creditor.iban, iban27)])]
      : []),
    creditorRecord(order, number),
    ...debtorRecords(fit, notice, number),
    ...(is_long ? [] : [recordLine('50', [4, number], [11, description])]),
    recordLine('51', [4, number], [11, codeField(notice.creditor_number, code10)]),
    ...(is_long ? [recordLine('59', [4, number], [11, fit('description', description, 110)])] : []),
    recordLine('70', [4, number]),
  ]
}

const ribaRecords: RecordsOf<OrderedRiba> = ({ order, causale, fit }, notice, number) => [
  recordLine(
    '14',
    ...[[4, number] as const, ...headOf(order, causale, notice).slice(0, -2)],
    [70, codeField(notice.debtor_abi, digits5)],
    [75, codeField(notice.debtor_cab, digits5)],
    ...headOf(order, causale, notice).slice(-2),
    [120, 'E'],
  ),
  creditorRecord(order, number),
  ...debtorRecords(fit, notice, number),
  recordLine(
    '50',
    [4, number],
    [11, fit('description', notice.description, 80)],
    ...(order.creditor.fiscal_code
      ? [[101, codeField(order.creditor.fiscal_code, fiscalCode)] as const]
      : []),
  ),
  recordLine(
    '51',
    [4, number],
    [11, codeField(notice.creditor_number, code10)],
    [21, fitText(order.creditor.name, 20).text],
  ),
  recordLine('70', [4, number]),
]

/** Due date, causale, amount and our account, and at the end SIA and the code of the debtor. */
const headOf = ({ bank, sia }: NoticeOrder, causale: string, notice: OrderedNotice): [number, string][] => [
  [23, dayField(notice.due_on)],
  [29, causale],
  [34, numberField(notice.amount, 13)],
  [47, '-'],
  [48, codeField(bank.abi, digits5)],
  [53, codeField(bank.cab, digits5)],
  [58, codeField(bank.account, /^[A-Z0-9]{12}$/)],
  [92, codeField(sia, sia5)],
  [97, `4${codeField(notice.customer_code, /^[A-Z0-9]{1,16}$/)}`],
]

/** The creditor's name, address and town in segments of 24; the same in each notice, so a cut is no news. */
const creditorRecord = ({ creditor }: NoticeOrder, number: string): string =>
  recordLine(
    '20',
    [4, number],
    [11, fitText(creditor.name, 48).text.padEnd(48)],
    [59, fitText(creditor.address, 24).text.padEnd(24)],
    [83, fitText(creditor.town, 24).text],
  )

function debtorRecords(fit: Writing['fit'], { debtor }: OrderedNotice, number: string): string[] {
  const address = cbiText(debtor.address)
  const first = fitText(address, 30).text
  const rest = address.slice(first.length).trimStart()
  return [
    recordLine(
      '30',
      [4, number],
      [11, fit('name', debtor.name, 60).padEnd(60)],
      [71, debtor.fiscal_code === null ? '' : codeField(debtor.fiscal_code, fiscalCode)],
    ),
    recordLine(
      '40',
      [4, number],
      [11, first.padEnd(30)],
      [41, codeField(debtor.zip_code, /^\d{5}$|^$/).padEnd(5)],
      [46, fit('town', debtor.town, 25).padEnd(25)],
      [71, fit('address', rest, 28)],
    ),
  ]
}

const sia5 = /^[A-Z0-9]{5}$/
const digits5 = /^\d{5}$/
const code10 = /^[A-Z0-9]{1,10}$/
const iban27 = /^IT\d{2}[A-Z]\d{10}[A-Z0-9]{12}$/
const fiscalCode = /^[A-Z0-9]{16}$|^\d{11}$/
