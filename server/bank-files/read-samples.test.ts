import { describe, expect, it } from 'vitest'
import type { BankMovement } from './bank-file.ts'
import { fixture, readStatements, samples } from './testing/fixtures.ts'

type Expected = {
  statements: {
    iban: string
    opening_cents: number
    closing_cents: number
    date?: string
    entries: number
    transactions?: number
    credits: { n: number; cents: number }
    debits: { n: number; cents: number }
    movements: {
      ref: string
      date: string
      cents: number
      block?: string
      reason?: string
      of?: string
      transactions?: { allocations?: { cents: number }[] }[]
    }[]
  }[]
}
const expected: Record<string, Expected> = JSON.parse(fixture('expected.json').toString())

describe.each(samples)('%s', (name) => {
  it('has the accounts, balances, entries and sums that are expected', async () => {
    const { statements } = await readStatements(fixture(name))
    const sumsOf = (movements: BankMovement[], sign: 1 | -1) => {
      const own = movements.filter(({ amount }) => Math.sign(amount) === sign)
      return {
        n: new Set(own.map(({ entry }) => entry)).size,
        cents: own.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
      }
    }
    expect(
      statements.map(({ iban, opening, closing, pending, movements }) => ({
        iban,
        opening,
        closing,
        pending,
        entries: new Set(movements.map(({ entry }) => entry)).size,
        transactions: movements.length,
        credits: sumsOf(movements, 1),
        debits: sumsOf(movements, -1),
      })),
    ).toEqual(
      expected[name]!.statements.map((statement) => ({
        iban: statement.iban,
        opening: statement.opening_cents,
        closing: statement.closing_cents,
        pending: 0,
        entries: statement.entries,
        transactions: statement.transactions ?? statement.entries,
        credits: statement.credits,
        debits: statement.debits,
      })),
    )
  })

  it('has each movement with its reference, day, amount, batch, reason and reversed entry', async () => {
    const { statements } = await readStatements(fixture(name))
    for (const [index, { movements }] of statements.entries()) {
      const entries = Map.groupBy(movements, ({ entry }) => entry)
      const found = [...entries.values()].map((items) => ({
        ref: items[0]!.bank_reference,
        date: items[0]!.booked_on,
        cents: items.reduce((sum, { amount }) => sum + amount, 0),
        items: items.map(({ item, items: all }) => `${item}/${all}`),
        block: items[0]!.batch_reference,
        reason: items[0]!.return_reason,
        of: items[0]!.reversed_reference,
        is_reversal: items[0]!.is_reversal,
      }))
      expect(found).toEqual(
        expected[name]!.statements[index]!.movements.map(
          ({ ref, date, cents, block, reason, of, transactions }) => ({
            ref,
            date,
            cents,
            items: (transactions ?? [0]).map((_, item) => `${item + 1}/${transactions?.length ?? 1}`),
            block: block ?? null,
            reason: reason ?? null,
            of: of ?? null,
            is_reversal: of !== undefined,
          }),
        ),
      )
    }
  })
})

describe.each(['estratto.camt.053.001.02.xml', 'estratto.camt.053.001.08.xml'])(
  'the details of %s',
  (name) => {
    /** Each Ntry is a line of its own in these files, so another way to read them is at hand. */
    const raw = fixture(name)
      .toString()
      .split('\n')
      .flatMap((text, index) => (text.startsWith('<Ntry>') ? [{ text, line: index + 1 }] : []))
    const all = (text: string, tag: string) =>
      [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value]) => value!)

    it('are those of the lines of the file', async () => {
      const { statements } = await readStatements(fixture(name))
      const movements = statements.flatMap((statement) => statement.movements)
      const found = [...Map.groupBy(movements, (movement) => lineOf(movement)).entries()]
      expect(found).toHaveLength(raw.length)
      for (const [index, [line, items]] of found.entries()) {
        const { text, line: expected_line } = raw[index]!
        expect(line).toBe(expected_line)
        const names = all(text, 'Nm')
        expect(items.flatMap(({ party_name }) => party_name ?? [])).toEqual(names)
        expect(items.flatMap(({ party_iban }) => party_iban ?? [])).toEqual(all(text, 'IBAN'))
        expect(items.flatMap(({ structured_reference }) => structured_reference ?? [])).toEqual(
          all(text, 'Ref'),
        )
        expect(items.flatMap(({ mandate_reference }) => mandate_reference ?? [])).toEqual(all(text, 'MndtId'))
        expect(items.flatMap(({ end_to_end_id }) => end_to_end_id ?? [])).toEqual(
          all(text, 'EndToEndId').filter((id) => id !== 'NOTPROVIDED'),
        )
        const codes = all(text, 'Id').filter((id) => /^[A-Z]{6}/.test(id))
        expect(items.flatMap(({ party_fiscal_code }) => party_fiscal_code ?? [])).toEqual(codes)
        for (const free of all(text, 'Ustrd'))
          expect(items.map((item) => item.text).join('|')).toContain(free)
      }
    })

    const lineOf = ({ line }: BankMovement) => line
  },
)

describe('the details of estratto-rh.txt', () => {
  it('are those of the records 63', async () => {
    const { statements } = await readStatements(fixture('estratto-rh.txt'))
    expect(statements.map(({ reference, from, to, line }) => ({ reference, from, to, line }))).toEqual([
      { reference: 'RH-20260606-01/1', from: '2026-06-04', to: '2026-06-04', line: 2 },
      { reference: 'RH-20260606-01/2', from: '2026-06-05', to: '2026-06-05', line: 24 },
      { reference: 'RH-20260606-01/3', from: '2026-06-05', to: '2026-06-05', line: 40 },
    ])
    expect(statements[0]!.movements[1]).toEqual({
      entry: 2,
      item: 1,
      items: 1,
      line: 7,
      booked_on: '2026-06-04',
      value_on: '2026-06-04',
      amount: 101900,
      is_reversal: false,
      bank_reference: 'VER2606040002',
      end_to_end_id: 'RF472026000202',
      mandate_reference: null,
      batch_reference: null,
      reversed_reference: null,
      return_reason: null,
      structured_reference: null,
      text: 'SPESE CONDOMINIO',
      bank_code: '48',
      party_name: 'MORETTI FABIO',
      party_iban: 'IT90J0200899127000008485497',
      party_fiscal_code: 'MRTFBA72E19B132J',
    })
    const charge = statements[1]!.movements[3]!
    expect([charge.value_on, charge.booked_on, charge.text]).toEqual([
      '2026-06-30',
      '2026-06-05',
      'COMMISSIONI E SPESE DI TENUTA CONTO',
    ])
    expect(statements[2]!.movements[2]!.text).toBe('BON.DA PAGANO ROSA PER BOLLETTA 2026/000260')
    expect(statements[2]!.movements[1]!.party_fiscal_code).toBeNull()
  })
})
