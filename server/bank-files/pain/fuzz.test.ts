import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BankFile, BankFileRefused } from '../bank-file.ts'
import { fixture, read } from '../testing/fixtures.ts'

/** The reading, or the refusal; any other error fails the test. */
async function readOrRefused(file: Buffer): Promise<BankFile | BankFileRefused> {
  try {
    return await read(file)
  } catch (error) {
    if (error instanceof BankFileRefused) return error
    throw error
  }
}

const totalsOf = (file: BankFile) =>
  file.kind === 'debit_order'
    ? {
        count: file.blocks.flatMap(({ debits }) => debits).length,
        sum: file.blocks.flatMap(({ debits }) => debits).reduce((sum, { amount }) => sum + amount, 0),
      }
    : null

describe.each(['addebiti.pain.008.001.02.xml', 'esiti-addebiti.pain.002.001.03.xml'])('%s', (name) => {
  const sample = fixture(name)

  it('with bytes changed, added or lost is read with its totals or refused, never half read', async () => {
    const change = fc.tuple(
      fc.nat(sample.length - 1),
      fc.constantFrom('change', 'add', 'lose'),
      fc.integer({ min: 0, max: 255 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        let bytes = [...sample]
        for (const [at, how, byte] of changes)
          bytes = bytes.toSpliced(at, how === 'add' ? 0 : 1, ...(how === 'lose' ? [] : [byte]))
        const found = await readOrRefused(Buffer.from(bytes))
        if (!(found instanceof BankFileRefused) && found.kind === 'debit_order')
          expect(totalsOf(found)).toEqual({ count: 14, sum: 287_479 })
      }),
      { numRuns: 150 },
    )
  })

  it('with its lines shuffled is refused, or is the same debits in another order', async () => {
    const lines = sample.toString().trimEnd().split('\n')
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (shuffled) => {
        const found = await readOrRefused(Buffer.from(shuffled.join('\n')))
        if (found instanceof BankFileRefused) expect(found.message).toMatch(/\.$/)
        else if (found.kind === 'debit_order') expect(totalsOf(found)).toEqual({ count: 14, sum: 287_479 })
        else expect(shuffled.map((line) => line.slice(0, 8))).toEqual(lines.map((line) => line.slice(0, 8)))
      }),
      { numRuns: 60 },
    )
  })
})
