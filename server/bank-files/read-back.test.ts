import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatementFile } from './bank-file.ts'
import type { CamtFormat } from './camt/sequences.ts'
import { fixture, readStatements } from './testing/fixtures.ts'
import { closingOf, type RandomStatement, randomStatements } from './testing/random-statements.ts'
import { writeCamt } from './testing/write-camt.ts'
import { writeRh } from './testing/write-rh.ts'

const camtFormats: CamtFormat[] = ['camt.053.001.02', 'camt.053.001.08', 'camt.054.001.02', 'camt.054.001.08']

/** What a reader must find in random statements. */
const expectedOf = (statements: RandomStatement[], structured: boolean) =>
  statements.flatMap(({ entries }) =>
    entries.flatMap(({ credit, booked_on, value_on, bank_reference, items }, index) =>
      items.map((item, at) => ({
        entry: index + 1,
        item: at + 1,
        items: items.length,
        booked_on,
        value_on,
        amount: credit ? item.cents : -item.cents,
        bank_reference,
        end_to_end_id: item.end_to_end,
        structured_reference: structured ? item.reference : null,
        text: item.text ?? '',
        party_name: item.name,
        party_iban: item.iban,
      })),
    ),
  )

const foundIn = (file: StatementFile) => file.statements.flatMap(({ movements }) => movements)
const balancesIn = (file: StatementFile) =>
  file.statements.map(({ iban, opening, closing }) => ({ iban, opening, closing }))

describe.each(camtFormats)('%s', (format) => {
  it('is read back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(randomStatements(3), async (statements) => {
        const file = await readStatements(writeCamt(format, statements))
        expect(foundIn(file)).toMatchObject(expectedOf(statements, true))
        expect(balancesIn(file)).toEqual(
          statements.map((statement) =>
            format.startsWith('camt.054')
              ? { iban: statement.iban, opening: null, closing: null }
              : { iban: statement.iban, opening: statement.opening, closing: closingOf(statement) },
          ),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('is read the same with other blanks, line ends and encoding', async () => {
    const [statements] = fc.sample(randomStatements(2), { numRuns: 1, seed: 7 })
    const file = writeCamt(format, statements!)
    const withoutLines = (read: StatementFile) => JSON.stringify(read).replace(/"line":\d+/g, '')
    const first = withoutLines(await readStatements(file))
    const spaced = file.replace(/></g, '>\r\n\t<')
    expect(withoutLines(await readStatements(spaced))).toBe(first)
    expect(
      withoutLines(await readStatements(Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le'))),
    ).toBe(first)
    expect(
      withoutLines(await readStatements(Buffer.from(file.replace('UTF-8', 'ISO-8859-1'), 'latin1'))),
    ).toBe(first)
  })
})

describe('CBI RH', () => {
  it('is read back as it was written, with both line ends', async () => {
    await fc.assert(
      fc.asyncProperty(randomStatements(1), fc.constantFrom('\r\n', '\n'), async (statements, lineBreak) => {
        const file = await readStatements(writeRh(statements, lineBreak))
        expect(foundIn(file)).toMatchObject(expectedOf(statements, false))
        expect(balancesIn(file)).toEqual(
          statements.map((statement) => ({
            iban: statement.iban,
            opening: statement.opening,
            closing: closingOf(statement),
          })),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('has three digits for the number of a movement, also beyond a thousand', async () => {
    const [statements] = fc.sample(
      randomStatements(1).filter(([first]) => first!.entries.length > 0),
      { numRuns: 1, seed: 1 },
    )
    const entry = statements![0]!.entries[0]!
    const entries = Array.from({ length: 1500 }, (_, index) => ({ ...entry, bank_reference: `R${index}` }))
    const file = await readStatements(writeRh([{ ...statements![0]!, entries }]))
    expect(foundIn(file).map((movement) => movement.entry)).toEqual(entries.map((_, index) => index + 1))
  })
})

describe('xmllint', () => {
  const schema = (format: string) => fileURLToPath(new URL(`./schemas/${format}.xsd`, import.meta.url))

  async function validate(format: string, files: (string | Buffer)[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'camt-'))
    try {
      const paths = files.map((_, index) => join(folder, `${index}.xml`))
      await Promise.all(files.map((file, index) => writeFile(paths[index]!, file)))
      await promisify(execFile)('xmllint', ['--nonet', '--noout', '--schema', schema(format), ...paths])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  it.each(['camt.053.001.02', 'camt.053.001.08'])('finds the sample of %s valid', async (format) => {
    await validate(format, [fixture(`estratto.${format}.xml`)])
  })

  it.each(camtFormats)('finds what the tests write as %s valid', async (format) => {
    await validate(
      format,
      fc.sample(randomStatements(3), 20).map((statements) => writeCamt(format, statements)),
    )
  })

  it('refuses what is not', async () => {
    const broken = fixture('estratto.camt.053.001.02.xml').toString().replace('<Sts>BOOK</Sts>', '')
    await expect(validate('camt.053.001.02', [broken])).rejects.toThrow()
  })
})
