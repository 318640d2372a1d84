import { makeItalianIban } from '@saldo/domain/iban'
import { makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import { sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import fc from 'fast-check'
import type { BlockToPresent, DebitOrder, DebitToPresent } from '../pain/write-pain008.ts'

export const ibanNumber = (number: number): string =>
  makeItalianIban({
    abi: '05428',
    cab: String(11101 + (number % 80_000)).slice(-5),
    account: String(number),
  })

/** The debit of this number; `change` replaces what a test is about. */
export const debitNumber = (number: number, change: Partial<DebitToPresent> = {}): DebitToPresent => ({
  instruction_id: null,
  end_to_end_id: `BOL-2026-${number}`,
  amount: 10_000 + number,
  mandate_reference: `SALDO-${number}`,
  signed_on: '2026-01-15',
  amendment: null,
  debtor_name: 'Niccolò Dall’Aglio',
  debtor_iban: ibanNumber(number + 1),
  text: `Bolletta 2026/${number} – gestione ordinaria & acqua`,
  ...change,
})

export const orderOf = (
  debits: readonly DebitToPresent[],
  change: Partial<BlockToPresent> = {},
): DebitOrder => ({
  message_id: 'SALDO-20260601-1',
  created_at: '2026-06-01T17:40:00+02:00',
  initiator: 'Studio Ferrari & C.',
  blocks: [
    {
      block_id: 'SALDO-20260605-RCUR',
      sequence: 'RCUR',
      scheme: 'CORE',
      collect_on: '2026-06-05',
      creditor_name: 'Condominio Città Giardino',
      creditor_iban: ibanNumber(0),
      creditor_id: makeCreditorId('98481810962'),
      debits,
      ...change,
    },
  ],
})

const reference = fc.stringMatching(/^[A-Za-z0-9?:().,'+-]{1,35}$/)
const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9 .'-]{0,68}[A-Za-z]$/)
  .map((text) => text.replace(/ +/g, ' '))
const iban = fc.nat(999_999).map(ibanNumber)
const signed_on = fc.constantFrom('2025-03-05', '2026-06-05', '2020-02-29')

const debit = fc.record({
  instruction_id: fc.option(reference),
  end_to_end_id: reference,
  amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  mandate_reference: reference,
  signed_on,
  amendment: fc.option(
    fc
      .record({
        original_mandate_reference: fc.option(reference),
        original_debtor_account: fc.option(fc.oneof(fc.constant('SMNDA'), iban)),
      })
      .filter((change) => Object.values(change).some((value) => value !== null)),
  ),
  debtor_name: name,
  debtor_iban: iban,
  text: fc.oneof(fc.constant(''), name),
})

/** Any order that the writer accepts, in the characters that it writes unchanged. */
export const anyOrder: fc.Arbitrary<DebitOrder> = fc
  .record({
    message_id: reference,
    created_at: fc.constantFrom('2026-06-01T17:40:00', '2026-06-01T17:40:00Z', '2026-06-01T17:40:00.5+02:00'),
    initiator: name,
    blocks: fc.uniqueArray(
      fc.record({
        block_id: reference,
        sequence: fc.constantFrom(...sequenceTypes),
        scheme: fc.constantFrom('CORE' as const, 'B2B' as const),
        collect_on: fc.constantFrom('2026-06-05', '2026-12-28', '2027-03-30'),
        creditor_name: name,
        creditor_iban: iban,
        creditor_id: fc.stringMatching(/^\d{11}$/).map((code) => makeCreditorId(code)),
        debits: fc.array(debit, { minLength: 1, maxLength: 4 }),
      }),
      { selector: ({ block_id }) => block_id, minLength: 1, maxLength: 3 },
    ),
  })
  .map((order) => numbered(order))

/** Makes end-to-end ids and mandates differ, as an order needs it. */
function numbered(order: DebitOrder): DebitOrder {
  let number = 0
  const distinct = (text: string) => `${text.slice(0, 30)}-${number}`
  return {
    ...order,
    blocks: order.blocks.map((block) => ({
      ...block,
      debits: block.debits.map((each) => {
        number += 1
        return {
          ...each,
          end_to_end_id: distinct(each.end_to_end_id),
          mandate_reference: distinct(each.mandate_reference),
        }
      }),
    })),
  }
}
