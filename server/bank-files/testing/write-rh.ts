import { closingOf, type RandomItem, type RandomStatement, sumOf } from './random-statements.ts'

/** Writes a flow of the CBI for the property tests; entries have one item. */
export function writeRh(statements: RandomStatement[], lineBreak = '\r\n'): Buffer {
  const head = '08327SB7K2300626FLUSSO-1'
  const records = statements.flatMap((statement, index) => {
    const number = String(index + 1).padStart(7, '0')
    const { iban, opening, entries } = statement
    return [
      record(
        [1, `61${number}`],
        [51, iban.slice(4)],
        [74, 'EUR'],
        [77, '300626'],
        [83, money(opening)],
        [99, iban.slice(0, 4)],
      ),
      ...entries.flatMap((entry, at) => {
        const movement = `${number}${String((at + 1) % 1000).padStart(3, '0')}`
        return [
          record(
            [1, `62${movement}`],
            [13, shortDay(entry.value_on)],
            [19, shortDay(entry.booked_on)],
            [25, money(sumOf(entry))],
            [41, '48'],
            [61, entry.bank_reference],
          ),
          ...detailsOf(entry.items[0]!, `63${movement}`),
        ]
      }),
      record([1, `64${number}`], [10, 'EUR'], [13, '300626'], [19, money(closingOf(statement))]),
    ]
  })
  const end = record(
    [1, `EF${head}`],
    [45, String(statements.length).padStart(7, '0')],
    [82, String(records.length + 2).padStart(7, '0')],
  )
  return Buffer.from([record([1, `RH${head}`]), ...records, end, ''].join(lineBreak), 'latin1')
}

function detailsOf(item: RandomItem, start: string): string[] {
  return [
    ...(item.name === null ? [] : [record([1, `${start}YYY`], [16, '01062026'], [40, item.name])]),
    ...(item.iban === null ? [] : [record([1, `${start}YY2`], [66, item.iban])]),
    ...(item.end_to_end === null ? [] : [record([1, `${start}ID1`], [51, item.end_to_end])]),
    ...(item.text === null ? [] : [record([1, `${start}RI1`], [16, item.text])]),
  ]
}

/** A record of 120 characters with texts at offsets from 0. */
function record(...parts: [offset: number, text: string][]): string {
  let line = ' '.repeat(120)
  for (const [offset, text] of parts) line = line.slice(0, offset) + text + line.slice(offset + text.length)
  return line
}

function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(14, '0')
  return `${cents < 0 ? 'D' : 'C'}${digits.slice(0, -2)},${digits.slice(-2)}`
}

const shortDay = (day: string): string => day.slice(8) + day.slice(5, 7) + day.slice(2, 4)
