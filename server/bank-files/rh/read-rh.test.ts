import { describe, expect, it } from 'vitest'
import { fixture, readStatements, refusalOf } from '../testing/fixtures.ts'

const sample = fixture('estratto-rh.txt').toString('latin1').split('\r\n').slice(0, -1)
const file = (lines: string[], end = '\r\n') =>
  Buffer.from(lines.map((line) => line + end).join(''), 'latin1')

/** The sample with `text` at `column` (from 1) of `line` (from 1). */
const with_ = (line: number, column: number, text: string) =>
  file(
    sample.map((each, index) =>
      index + 1 === line ? each.slice(0, column - 1) + text + each.slice(column - 1 + text.length) : each,
    ),
  )

describe('CBI RH', () => {
  it.each([
    ['LF', file(sample, '\n')],
    ['no end of the last line', Buffer.from(sample.join('\r\n'), 'latin1')],
    ['the end-of-file sign of DOS', Buffer.concat([file(sample), Buffer.from([0x1a])])],
  ])('is read with %s', async (_, changed) => {
    expect(await readStatements(changed)).toEqual(await readStatements(file(sample)))
  })

  it('may hold several flows, and a forecast of liquid balances', async () => {
    const forecast = ` 650000003${' '.repeat(110)}`
    const second = sample.map((line) => line.replaceAll('RH-20260606-01', 'RH-20260606-02'))
    const first = [...sample.slice(0, -1), forecast, sample.at(-1)!.replace('0000055', '0000056')]
    const { statements } = await readStatements(file([...first, ...second]))
    expect(statements).toHaveLength(6)
  })

  it('joins a text that goes on in the next record', async () => {
    const [head, account, movement, who] = sample as [string, string, string, string]
    const start = who.slice(0, 13)
    const details = [`${start}RI1${'X'.repeat(103)}R`, `${start}RI2F422026000001`, `${start}COMMISSIONI`].map(
      (line) => line.padEnd(120),
    )
    const close = sample[22]!.replaceAll('000000032408,37', '000000030545,19')
    const end = sample.at(-1)!.replace('0000003 ', '0000001 ').replace('0000055', '0000008')
    const { statements } = await readStatements(file([head, account, movement, ...details, close, end]))
    expect(statements[0]!.movements[0]!.text).toBe(`${'X'.repeat(103)}RF422026000001 COMMISSIONI`)
  })

  it('reads Windows-1252 letters in names', async () => {
    const { statements } = await readStatements(with_(4, 41, 'NICCOLÒ CANTÙ'))
    expect(statements[0]!.movements[0]!.party_name).toMatch(/^NICCOLÒ CANTÙ/)
  })

  it('has no value date where it is blank, and no check digits where they are missing', async () => {
    expect((await readStatements(with_(3, 14, '      '))).statements[0]!.movements[0]!.value_on).toBeNull()
    expect((await readStatements(with_(2, 100, '    '))).statements[0]!.iban).toBe(
      'IT85R0832799217000007134383',
    )
  })
})

describe('the whole file is refused with', () => {
  const swapped = (a: number, b: number) => {
    const lines = [...sample]
    ;[lines[a - 1], lines[b - 1]] = [lines[b - 1]!, lines[a - 1]!]
    return file(lines)
  }
  const without = (line: number) => file(sample.toSpliced(line - 1, 1))
  it.each([
    ['a short record', file(sample.with(4, sample[4]!.slice(1))), 5, /119 caratteri/],
    ['a long record', file(sample.with(4, `${sample[4]} `)), 5, /121 caratteri/],
    ['a record without its blank', with_(5, 1, 'X'), 5, /spazio/],
    ['an empty line', file(sample.toSpliced(4, 0, '')), 5, /0 caratteri/],
    ['a tab', with_(5, 50, '\t'), 5, /caratteri che il tracciato CBI non ammette/],
    [
      'letters of UTF-8',
      Buffer.from(file(sample).toString().replace('STEFANO ', 'STEFANÒ ')),
      4,
      /caratteri che il tracciato CBI non ammette/,
    ],
    ['an unknown record', with_(5, 2, '66'), 5, /tipo «66»/],
    ['a detail before its movement', swapped(3, 4), 3, /tipo «63»/],
    ['a detail of another movement', with_(5, 11, '002'), 5, /altro movimento/],
    ['a movement of another statement', with_(3, 4, '0000002'), 3, /numero 2.*atteso il numero 1/],
    ['movements out of order', with_(7, 11, '003'), 7, /numero 3.*atteso il numero 2/],
    ['a missing movement with its details', file(sample.toSpliced(2, 4)), 3, /numero 2/],
    ['a statement without its closing', without(23), 23, /tipo «61»/],
    ['another closing', with_(23, 21, '000000032408,38'), 23, /saldo finale/],
    ['another amount', with_(3, 27, '000000001394,86'), 23, /saldo finale/],
    ['another sign', with_(3, 26, 'D'), 23, /saldo finale/],
    ['an amount with a point', with_(3, 27, '000000001394.85'), 3, /importo.*26-41/],
    ['an impossible day', with_(3, 20, '310626'), 3, /data contabile/i],
    ['a wrong CIN', with_(2, 52, 'S'), 2, /IT85 •••• 4383/],
    ['wrong check digits', with_(2, 102, '86'), 2, /IT85 •••• 4383/],
    ['another currency', with_(2, 75, 'USD'), 2, /non è in euro/],
    ['another number of statements', with_(55, 46, '0000002'), 55, /dichiara 2 estratti/],
    ['another number of records', with_(55, 83, '0000054'), 55, /dichiara 54 record/],
    ['the end of another flow', with_(55, 20, 'X'), 55, /non è quello del flusso/],
    ['no end', without(55), 54, /EF/],
    ['no head', without(1), 1, /tipo «61»/],
    ['the same flow twice', file([...sample, ...sample]), 57, /due volte/],
  ])('%s', async (_, changed, line, sentence) => {
    const refusal = await refusalOf(changed)
    expect(refusal.message).toMatch(sentence)
    expect(refusal.line).toBe(line)
  })
})
