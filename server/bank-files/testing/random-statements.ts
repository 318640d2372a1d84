import { makeItalianIban } from '@saldo/domain/iban'
import { centsToDecimal } from '@saldo/domain/money'
import fc from 'fast-check'

/** What the property tests write and expect back. */
export type RandomItem = {
  /** Cents, above zero. */
  cents: number
  name: string | null
  iban: string | null
  text: string | null
  reference: string | null
  end_to_end: string | null
}
export type RandomEntry = {
  credit: boolean
  booked_on: string
  value_on: string
  bank_reference: string
  items: RandomItem[]
}
export type RandomStatement = { iban: string; opening: number; entries: RandomEntry[] }

const iban = fc
  .record({ abi: fc.nat(99999), cab: fc.nat(99999), account: fc.nat(999_999_999) })
  .map(({ abi, cab, account }) => makeItalianIban({ abi: `${abi}`, cab: `${cab}`, account: `${account}` }))
const day = fc
  .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
  .map(({ month, day }) => `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)

/** Words that both XML and 120 characters carry as they are. `<` and `&` are for XML to escape. */
const words = (letters: string) =>
  fc
    .array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 9 }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join(' '))
const letters = "abcRF0123459'/.-&<>èòÉ"

const item = fc.record({
  cents: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99_999_999 })),
  name: fc.option(words(letters)),
  iban: fc.option(iban),
  text: fc.option(words(letters)),
  reference: fc.option(fc.nat(999_999).map((number) => `RF${number}`)),
  end_to_end: fc.option(fc.nat(999_999).map((number) => `E2E-${number}`)),
})

/** Statements with unique bank references; entries of up to `items` items. */
export const randomStatements = (items: number): fc.Arbitrary<RandomStatement[]> =>
  fc
    .array(
      fc.record({
        iban,
        opening: fc.integer({ min: -9_999_999, max: 9_999_999 }),
        entries: fc.array(
          fc.record({
            credit: fc.boolean(),
            booked_on: day,
            value_on: day,
            bank_reference: fc.constant(''),
            items: fc.array(item, { minLength: 1, maxLength: items }),
          }),
          { maxLength: 6 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((statements) =>
      statements.map((statement, index) => ({
        ...statement,
        entries: statement.entries.map((entry, at) => ({ ...entry, bank_reference: `B${index}.${at}` })),
      })),
    )

export const sumOf = ({ credit, items }: RandomEntry): number =>
  items.reduce((sum, { cents }) => sum + cents, 0) * (credit ? 1 : -1)

export const closingOf = ({ opening, entries }: RandomStatement): number =>
  entries.reduce((sum, entry) => sum + sumOf(entry), opening)

/** `12.30`, without a sign, as ISO 20022 writes amounts. */
export const decimal = (cents: number): string => centsToDecimal(Math.abs(cents))
