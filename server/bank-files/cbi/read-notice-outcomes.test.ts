import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BankFileRefused, type NoticeOutcome } from '../bank-file.ts'
import type { OrderedNotice } from './notice-order.ts'
import { paidRiba, sampleNotice, sampleOrder } from './notices-fixture.ts'
import { readMavOutcomes, readRibaOutcomes } from './read-notice-outcomes.ts'
import { writeMav, writeRiba } from './write-notices.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const sample = fixture('07-esiti-mav.txt')
const lines = sample.toString('latin1').split('\r\n').slice(0, -1)
const fileOf = (all: readonly string[]) => Buffer.from(all.map((line) => `${line}\r\n`).join(''), 'latin1')
const changed = (index: number, from: number, text: string) =>
  fileOf(
    lines.map((line, at) =>
      at === index ? line.slice(0, from - 1) + text + line.slice(from - 1 + text.length) : line,
    ),
  )

/** Why a file is refused. */
function refusal(content: Buffer, read = readMavOutcomes): BankFileRefused {
  try {
    read(content)
  } catch (error) {
    if (error instanceof BankFileRefused) return error
    throw error
  }
  throw new Error('the file was read')
}

describe('the outcomes of Condominio Le Magnolie', () => {
  const expected = JSON.parse(fixture('07-esiti-mav.expected.json').toString())
  const read = readMavOutcomes(sample)

  it('are read completely: each outcome, the counts, the total', () => {
    expect(
      read.outcomes.map(({ number, creditor_number, code, amount, paid_on }) => ({
        ...{ n: number, bill: `${creditor_number.slice(0, 4)}/${creditor_number.slice(4)}` },
        ...{ code, cents: amount, paid_on },
      })),
    ).toEqual(expected.outcomes.map(({ meaning: _meaning, ...outcome }: { meaning: string }) => outcome))
    expect(read).toMatchObject({
      ...{ kind: 'notice_outcome', format: 'mav', name: 'MAV-20260608-01', created_on: '2026-06-08' },
      ...{ bank_abi: '03069', creditor_sia: 'SB7K2', records: expected.records, skipped: 1 },
      total: expected.total_cents,
    })
    const paid = read.outcomes.filter(({ paid_on }) => paid_on !== null)
    expect(paid.reduce((sum, { fees }) => sum + fees, 0)).toBe(expected.paid.fees_cents)
    expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected.paid.cents)
  })

  it('name account, due date, debtor and the bank’s own number', () => {
    expect(read.outcomes[6]).toEqual({
      ...{ line: 45, number: 7, code: '07011', due_on: '2026-07-31', amount: 22_739 },
      ...{ abi: '03069', cab: '99411', account: '000009974229', creditor_number: '2026000033' },
      ...{ bank_number: '000900000006', fees: 50, value_on: '2026-06-09', paid_on: '2026-06-08' },
      ...{ debtor_name: 'IMMOBILIARE GINEPRO S.R.L.', debtor_fiscal_code: '17297940359' },
    } satisfies NoticeOutcome)
    expect(read.outcomes[7]).toMatchObject({ code: '07010', fees: 0, value_on: null, paid_on: null })
  })

  it('are the same with LF alone, and without the last line end', () => {
    expect(readMavOutcomes(Buffer.from(lines.join('\n')))).toEqual(read)
  })
})

describe('a file is refused whole, with the line', () => {
  it.each<[string, Buffer, string, number | null]>([
    ['a record that is too short', changed(3, 121, '').subarray(0, 500), 'lungo', 5],
    [
      'a record that is too long',
      fileOf([...lines.slice(0, 4), `${lines[4]} `, ...lines.slice(5)]),
      'lungo',
      5,
    ],
    ['no trailer', fileOf(lines.slice(0, -1)), 'record di coda', 86],
    ['a record that is missing', fileOf(lines.filter((_line, at) => at !== 4)), 'record non tornano', 86],
    ['a debtor who is missing', fileOf(lines.filter((_line, at) => at !== 3)), 'manca il record 30', 2],
    [
      'a whole notice that is missing',
      fileOf(lines.filter((_line, at) => at < 8 || at > 14)),
      'disposizione è 3',
      9,
    ],
    [
      'two notices in another order',
      fileOf([...lines.slice(0, 1), ...lines.slice(8, 15), ...lines.slice(1, 8), ...lines.slice(15)]),
      'disposizione è 2',
      2,
    ],
    [
      'a record twice',
      fileOf([...lines.slice(0, 4), lines[3] as string, ...lines.slice(4)]),
      'fuori posto',
      5,
    ],
    ['an unknown record', changed(2, 2, '21'), 'tipo di record', 3],
    ['an unknown causale', changed(1, 29, '07099'), 'causale', 2],
    ['a date that does not exist', changed(1, 23, '310626'), 'scadenza', 2],
    ['a changed amount', changed(1, 46, '9'), 'totale', 87],
    ['a letter in an amount', changed(1, 40, 'O'), 'importo', 2],
    ['a changed total', changed(86, 82, '9'), 'totale', 87],
    ['another count of notices', changed(86, 52, '3'), 'disposizioni', 87],
    ['another count of records', changed(86, 89, '8'), 'record', 87],
    ['a trailer of another flow', changed(86, 34, '2'), 'stesso flusso', 87],
    ['a payment after the file was made', changed(5, 110, '090626'), 'dopo la data', 2],
    ['two tax codes that differ', changed(3, 71, 'BLDNMO55R66E910H'), 'codici fiscali', 4],
    ['another currency in the head', changed(0, 114, 'I'), 'divisa', 1],
    ['another currency of a notice', changed(1, 120, 'I'), 'divisa', 2],
    ['another currency in the trailer', changed(86, 114, 'U'), 'divisa', 87],
    ['no account of ours', changed(1, 70, ' '.repeat(22)), 'ABI', 2],
    ['another first record', fileOf(lines.slice(1)), 'record di testa', 1],
    ['nothing', Buffer.from(''), 'record di testa', 1],
  ])('%s', (_what, content, sentence, line) => {
    const { message, line: at } = refusal(content)
    expect(message).toContain(sentence)
    expect(at).toBe(line)
  })

  it('of two flows in one file, or in another charset', () => {
    expect(refusal(fileOf([...lines, ...lines]))).toMatchObject({
      ...{ message: expect.stringContaining('due flussi'), line: lines.length + 1 },
    })
    refusal(Buffer.from(sample.toString('latin1'), 'utf16le'))
    refusal(Buffer.from(sample.toString('latin1').replaceAll('MORELLI', 'MORÈLLI'), 'utf8'))
  })

  it('notices to present are no outcomes', () => {
    expect(refusal(Buffer.from(writeMav(sampleOrder()).content)).message).toContain(
      'da presentare alla banca',
    )
  })

  it('whatever is cut off or lost in between', () => {
    fc.assert(
      fc.property(fc.nat({ max: sample.length - 3 }), (length) => {
        refusal(sample.subarray(0, length))
      }),
    )
    fc.assert(
      fc.property(fc.nat({ max: lines.length - 1 }), (lost) => {
        refusal(fileOf(lines.filter((_line, at) => at !== lost)))
      }),
    )
  })

  it('any other order of its records', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        // A memo may stand anywhere between head and trailer.
        const meaning = (all: readonly string[]) => all.filter((line) => line.slice(1, 3) !== '10').join()
        fc.pre(meaning(shuffled) !== meaning(lines))
        refusal(fileOf(shuffled))
      }),
      { numRuns: 50 },
    )
  })

  it('any digit of an amount, a count or a total that changed', () => {
    const places = [
      ...lines.flatMap((line, at) =>
        line.slice(1, 3) === '14' ? [[at, 34, 46] as const, [at, 4, 10] as const] : [],
      ),
      ...([
        [86, 46, 52],
        [86, 53, 67],
        [86, 68, 82],
        [86, 83, 89],
      ] as const),
    ]
    const digit = fc
      .constantFrom(...places)
      .chain(([at, from, to]) =>
        fc.tuple(fc.constant(at), fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: 9 })),
      )
    fc.assert(
      fc.property(digit, ([at, place, value]) => {
        fc.pre(lines[at]?.[place - 1] !== String(value))
        refusal(changed(at, place, String(value)))
      }),
    )
  })
})

/** A file of outcomes, made of the notices that we present: the bank sends our records back, with what happened. */
function answered(content: string, paid_on: string): Buffer {
  const back = content.split('\r\n').map((line) => {
    const type = line.slice(1, 3)
    // IM and EF name the bank first; the total is positive.
    if (type === 'IM' || type === 'EF') {
      const turned = line.slice(0, 3) + line.slice(8, 13) + line.slice(3, 8) + line.slice(13)
      return type === 'IM'
        ? turned
        : turned.slice(0, 52) + turned.slice(67, 82) + turned.slice(52, 67) + turned.slice(82)
    }
    if (type === '14')
      return `${line.slice(0, 46)}+0306902801${' '.repeat(12)}${line.slice(47, 69)}${line.slice(91)}`
    return type === '51' ? `${line.slice(0, 109)}${paid_on}${line.slice(115)}` : line
  })
  return Buffer.from(back.join('\r\n'))
}

describe('what we write reads back', () => {
  const code = (max: number) => fc.stringMatching(new RegExp(`^[A-Z0-9]{1,${max}}$`))
  const text = fc.string({ unit: 'grapheme', maxLength: 150 })
  const notices: fc.Arbitrary<OrderedNotice[]> = fc.array(
    fc.record({
      due_on: fc
        .integer({ min: 0, max: 20_000 })
        .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
      amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      creditor_number: code(10),
      customer_code: code(16),
      debtor: fc.record({
        name: text.map((name) => `N ${name}`),
        fiscal_code: fc.constantFrom(null, 'RSSMRA80A01F205X', '17297940359'),
        address: text,
        zip_code: fc.constantFrom('', '50122'),
        town: text,
      }),
      description: text,
    }),
    { minLength: 1, maxLength: 20 },
  )

  it('as outcomes of the same numbers, amounts, dates and account', () => {
    fc.assert(
      fc.property(notices, (all) => {
        const { content, total } = writeMav(sampleOrder(all))
        const read = readMavOutcomes(answered(content, '100926'))
        expect(read.total).toBe(total)
        expect(
          read.outcomes.map(({ creditor_number, amount, due_on, debtor_fiscal_code, paid_on, account }) => ({
            ...{ creditor_number, amount, due_on, debtor_fiscal_code, paid_on, account },
          })),
        ).toEqual(
          all.map(({ creditor_number, amount, due_on, debtor }) => ({
            ...{ creditor_number, amount, due_on, debtor_fiscal_code: debtor.fiscal_code },
            ...{ paid_on: '2026-09-10', account: '000000123456' },
          })),
        )
      }),
    )
  })

  it('RiBa as well', () => {
    const of = [{ ...sampleNotice(), debtor_abi: '03069', debtor_cab: '02801' }]
    const { content } = writeRiba({ ...sampleOrder(), notices: of })
    const read = readRibaOutcomes(paidRiba(content))
    expect(read).toMatchObject({ format: 'riba', total: 12_350 })
    expect(read.outcomes).toMatchObject([
      // The file tells no day of payment: the due date, or the file's day if that comes first.
      { code: '30000', creditor_number: '2026000027', account: '000000123456', paid_on: read.created_on },
    ])
    expect(refusal(sample, readRibaOutcomes).message).toContain('IB')
  })
})
