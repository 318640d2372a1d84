import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatementFile } from './bank-file.ts'
import { BankFileRefused } from './bank-file.ts'
import { fixture, readStatements, refusalOf, samples } from './testing/fixtures.ts'
import { randomStatements } from './testing/random-statements.ts'
import { writeRh } from './testing/write-rh.ts'

const csv = Buffer.from(
  [
    'IT20C0306999411000009974229;;;',
    'Saldo iniziale;;;1.000,00',
    'Data contabile;Descrizione;Importo;Saldo',
    '01/06/2026;BONIFICO RF422026000001;339,14;1.339,14',
    '03/06/2026;BONIFICO 2026/000003;252,34;1.591,48',
    '05/06/2026;"COMMISSIONI; SPESE";-4,50;1.586,98',
    '09/06/2026;BONIFICO ROSSI;100,00;1.686,98',
    '',
  ].join('\r\n'),
)
const files: [name: string, file: Buffer][] = [
  ...samples.map((name): [string, Buffer] => [name, fixture(name)]),
  ['estratto.csv', csv],
]

/** What must never change unnoticed: whose money, and how much. */
const moneyIn = ({ statements }: StatementFile) =>
  statements.map(({ iban, opening, closing, movements }) => ({
    iban,
    opening,
    closing,
    amounts: movements.map(({ amount }) => amount).sort((a, b) => a - b),
  }))

/**
 * The account above the header of a CSV may become unreadable: then the person is asked for it. It may also become the IBAN of
 * an account whose check digits fit by chance: no condominium has it, so its statement is refused (import-statements.ts).
 */
const askedFor = (read: StatementFile, whole: ReturnType<typeof moneyIn>) =>
  read.format === 'csv' ? whole.map((each) => ({ ...each, iban: read.statements[0]?.iban ?? null })) : whole

/** What a changed file says, null if it is refused. Anything but a BankFileRefused fails the test. */
async function readOrRefused(file: Buffer): Promise<StatementFile | null> {
  try {
    return await readStatements(file)
  } catch (error) {
    expect(error).toBeInstanceOf(BankFileRefused)
    return null
  }
}

describe.each(files)('%s', (name, file) => {
  const lines = file.toString('latin1').split('\n')
  const fromLines = (changed: string[]) => Buffer.from(changed.join('\n'), 'latin1')

  it('cut anywhere is refused, unless only the end of the last line is missing', async () => {
    const whole = moneyIn(await readStatements(file))
    const cuts = [
      ...new Set(Array.from({ length: 150 }, (_, index) => Math.floor((file.length * index) / 150))),
    ]
    for (const cut of [...cuts, file.length - 30, file.length - 3]) {
      const read = await readOrRefused(file.subarray(0, cut))
      // Rows of a CSV that are missing at the end leave a complete file of a shorter period.
      if (read && name.endsWith('.csv'))
        expect(whole[0]!.amounts).toEqual(expect.arrayContaining(moneyIn(read)[0]!.amounts))
      else expect(read, `cut at ${cut}`).toBeNull()
    }
    const withoutEnd = Buffer.from(file.toString('latin1').replace(/[\r\n]+$/, ''), 'latin1')
    expect(moneyIn(await readStatements(withoutEnd))).toEqual(whole)
  })

  it('with any character changed says the same about money, or is refused', async () => {
    const whole = moneyIn(await readStatements(file))
    const change = fc.record({
      at: fc.nat(file.length - 1),
      to: fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 255 })),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, to }) => {
        const changed = Buffer.from(file)
        changed[at] = to
        const read = await readOrRefused(changed)
        if (read) expect(moneyIn(read)).toEqual(askedFor(read, whole))
      }),
      { numRuns: 400 },
    )
  })

  it('with any digit changed says the same about money, or is refused', async () => {
    const whole = moneyIn(await readStatements(file))
    const digits = [...file.keys()].filter((at) => file[at]! >= 0x30 && file[at]! <= 0x39)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...digits), fc.integer({ min: 0, max: 9 }), async (at, digit) => {
        const changed = Buffer.from(file)
        changed[at] = 0x30 + digit
        const read = await readOrRefused(changed)
        if (read) expect(moneyIn(read)).toEqual(askedFor(read, whole))
      }),
      { numRuns: 400 },
    )
  })

  it('with a line left out, twice or elsewhere says the same about money, or is refused', async () => {
    const whole = moneyIn(await readStatements(file))
    const change = fc.record({
      kind: fc.constantFrom('drop', 'repeat', 'move'),
      at: fc.nat(lines.length - 1),
      to: fc.nat(lines.length - 1),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ kind, at, to }) => {
        const changed = [...lines]
        const [line = ''] = changed.splice(at, 1)
        if (kind !== 'drop') changed.splice(to, 0, line)
        if (kind === 'repeat') changed.splice(at, 0, line)
        const read = await readOrRefused(fromLines(changed))
        if (read === null) return
        // A CSV of a shorter period is complete in itself; so is a statement of one account in a file of several.
        const found = moneyIn(read)
        if (name.endsWith('.csv'))
          expect(whole[0]!.amounts).toEqual(expect.arrayContaining(found[0]!.amounts))
        else expect(found).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })

  it('with its lines shuffled says the same about money, or is refused', async () => {
    const whole = moneyIn(await readStatements(file))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (shuffled) => {
        const read = await readOrRefused(fromLines(shuffled))
        if (read) expect(moneyIn(read)).toEqual(askedFor(read, whole))
      }),
      { numRuns: 100 },
    )
  })

  it('with a NUL byte is refused', async () => {
    const middle = Math.floor(file.length / 2)
    await refusalOf(Buffer.concat([file.subarray(0, middle), Buffer.from([0]), file.subarray(middle)]))
  })

  it('in UTF-16 without saying so is refused', async () => {
    await refusalOf(Buffer.from(file.toString(), 'utf16le'))
  })
})

describe('bombs', () => {
  const sample = fixture('estratto.camt.053.001.02.xml').toString()
  const [declaration = '', ...rest] = sample.split('\n')
  const withHead = (head: string) => [declaration, head, ...rest].join('\n')
  const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  )

  it.each([
    ['billion laughs', withHead(`<!DOCTYPE Document [<!ENTITY l0 "ha">${laughs}]>`)],
    [
      'a file of the server',
      withHead('<!DOCTYPE Document [<!ENTITY f SYSTEM "file:///etc/passwd">]>').replace(
        'Gentile Lucia',
        '&f;',
      ),
    ],
    ['an entity without a DOCTYPE', sample.replace('Gentile Lucia', '&f;')],
    ['deep nesting', sample.replace('Gentile Lucia', '<Nm>'.repeat(100_000))],
    [
      'deep nesting in supplementary data',
      sample.replace('<TxsSummry>', `<SplmtryData>${'<a>'.repeat(1000)}`),
    ],
    ['a long text', sample.replace('Gentile Lucia', 'x'.repeat(1_000_000))],
    ['a long attribute', sample.replace('Ccy="EUR"', `Ccy="${'E'.repeat(1_000_000)}"`)],
    [
      'many attributes',
      sample.replace('Ccy="EUR"', Array.from({ length: 20_000 }, (_, n) => `a${n}="1"`).join(' ')),
    ],
    ['many elements', sample.replace('<Nm>Gentile Lucia</Nm>', '<Nm/>'.repeat(500_000))],
    [
      'another message’s namespace in one entry',
      sample.replace('<Ntry>', '<Ntry xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'),
    ],
  ])('%s is refused with its line', async (_, file) => {
    expect((await refusalOf(file)).line).toBeGreaterThan(0)
  })

  it('another version’s namespace on the whole message is refused', async () => {
    await refusalOf(sample.replace('camt.053.001.02', 'camt.053.001.08'))
    await refusalOf(
      fixture('estratto.camt.053.001.08.xml').toString().replace('camt.053.001.08', 'camt.053.001.02'),
    )
    await refusalOf(sample.replace('camt.053.001.02', 'camt.054.001.02'))
  })

  it('a long file gives other work its turn while it is read', async () => {
    const entry = rest.find((line) => line.startsWith('<Ntry>'))!
    const row = '03/06/2026;BONIFICO 2026/000003;252,34;'
    const [statements] = fc.sample(randomStatements(1), { numRuns: 1, seed: 3 })
    const [first] = statements!.filter(({ entries }) => entries.length > 0)
    const long = [
      sample.replace(entry, `${entry}\n`.repeat(5000)),
      csv.toString().replace(row, `${row}\n`.repeat(20_000) + row),
      writeRh([{ ...first!, entries: Array(20_000).fill(first!.entries[0]) }]),
    ]
    for (const file of long) {
      let turns = 0
      let counting = true
      const count = () => {
        turns++
        if (counting) setImmediate(count)
      }
      setImmediate(count)
      await readOrRefused(Buffer.from(file))
      counting = false
      expect(turns).toBeGreaterThan(15)
    }
  })
})
