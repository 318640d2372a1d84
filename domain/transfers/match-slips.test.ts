import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerCodeOf } from '../postal/customer-code.ts'
import type { Credit, KnownBill, KnownFacts } from './known-facts.ts'
import { matchMovement } from './match-movement.ts'

const bill: KnownBill = {
  ...{ bill_id: 418, account_id: 7, number: '2026/000418', subject_id: 5, holder: 'Rossi Lucia' },
  ...{ fiscal_code: null, residue: 30_000, pending: 0, phase: 'open', issue_date: '2026-04-27' },
  ...{ due_date: '2026-05-31', slip_amounts: [10_000, 30_000], instalments: [] },
}
const code896 = customerCodeOf(bill, '896')
const code674 = customerCodeOf(bill, '674')
const credit = (amount: number, text: string, more: Partial<Credit> = {}): Credit => ({
  ...{ amount, booked_on: '2026-06-03', text, party_name: null, structured_reference: null },
  ...{ end_to_end_id: null, party_fiscal_code: null },
  ...more,
})
const facts = (bills: KnownBill[], more: Partial<KnownFacts> = {}): KnownFacts => ({
  ...{ bills, elsewhere: [], rule_subject_ids: [], registered: [], ...more },
})
const grouped = (code: string, size: number) => code.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ')
const lastDigitWrong = `${code896.slice(0, 17)}${(Number(code896[17]) + 1) % 10}`

describe('a postal slip', () => {
  it.each([
    ['in the text', credit(30_000, `BOLLETTINO 896 ${code896} DEL 03/06/2026`)],
    ['between the signs of the code line', credit(30_000, `<${code896}>`)],
    ['in groups of four', credit(30_000, `Bollettino ${grouped(code896, 4)} Rossi`)],
    ['broken by a bank', credit(30_000, `COD ${code896.slice(0, 11)} ${code896.slice(11)}`)],
    ['as structured reference', credit(30_000, '', { structured_reference: code896 })],
    ['as end-to-end id', credit(30_000, '', { end_to_end_id: code896 })],
  ])('settles its bill by its code, %s, and says so', (_where, of) => {
    expect(matchMovement(of, facts([bill]))).toEqual({
      kind: 'certain',
      parts: [{ subject_id: 5, bills: [{ bill_id: 418, amount: 30_000 }], credit: 0, named: [418] }],
      reason: `Il codice bollettino ${code896} è della bolletta 2026/000418.`,
    })
  })
  it('896: the sum of the first instalments is what it may have printed', () => {
    expect(matchMovement(credit(10_000, code896), facts([bill]))).toMatchObject({
      ...{ kind: 'certain', parts: [{ bills: [{ amount: 10_000 }], credit: 0 }] },
    })
  })
  it.each([9_999, 12_000, 30_001])('896: %i cents, which the bill never asked for, are asked', (amount) => {
    expect(matchMovement(credit(amount, code896), facts([bill]))).toMatchObject({
      kind: 'proposals',
      proposals: [{ first_choice: false }],
      reason: expect.stringContaining('Il bollettino 896 ha l’importo stampato'),
    })
  })
  it('896: paid again, all of it is credit', () => {
    const paid = { ...bill, residue: 0, phase: 'paid', slip_amounts: [] }
    expect(matchMovement(credit(30_000, code896), facts([paid]))).toMatchObject({
      ...{ kind: 'certain', parts: [{ bills: [], credit: 30_000 }] },
    })
  })
  it.each([
    [12_345, 12_345, 0],
    [30_000, 30_000, 0],
    [35_000, 30_000, 5_000],
  ])(
    '674: any sum is a payment: of %i cents %i settle the bill, %i are credit',
    (amount, settled, surplus) => {
      expect(matchMovement(credit(amount, code674), facts([bill]))).toMatchObject({
        ...{ kind: 'certain', parts: [{ bills: [{ bill_id: 418, amount: settled }], credit: surplus }] },
      })
    },
  )
  it('with wrong check digits settles nothing, and says which bill it seems to be of', () => {
    const near = matchMovement(credit(777, lastDigitWrong), facts([bill]))
    expect(near).toMatchObject({
      kind: 'to_explain',
      reason: expect.stringContaining(`${lastDigitWrong} ha le cifre di controllo sbagliate`),
    })
    expect(matchMovement(credit(30_000, lastDigitWrong), facts([bill]))).toMatchObject({
      ...{ kind: 'proposals', proposals: [{ first_choice: false }] },
    })
  })
  it('of another condominium of the office is left to be explained', () => {
    const elsewhere = [
      {
        ...{ bill_id: 418, account_id: 7, number: '2026/000418', account_name: 'Aurora' },
        ...{ holder: 'Verdi Ada', fiscal_code: null, residue: 30_000 },
      },
    ]
    expect(matchMovement(credit(30_000, code896), facts([], { elsewhere }))).toMatchObject({
      ...{ kind: 'to_explain', reason: expect.stringContaining('di Aurora') },
    })
  })
  it('whose code no bill has is left to be explained, with the code', () => {
    const strange = customerCodeOf({ bill_id: 419, account_id: 7 }, '896')
    expect(matchMovement(credit(30_000, strange, { party_name: 'Verdi Ugo' }), facts([bill]))).toMatchObject({
      ...{ kind: 'to_explain', reason: expect.stringContaining(strange) },
    })
  })
  it('of the same bill in another condominium, as another office has it, is never a match', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 996 }), fc.constantFrom('896', '674'), (by, kind) => {
        const foreign = customerCodeOf({ bill_id: 418, account_id: 7 + by }, kind as '896')
        expect(matchMovement(credit(777, foreign), facts([bill])).kind).toBe('to_explain')
      }),
    )
  })
  it('with any one digit wrong is never a match', () => {
    fc.assert(
      fc.property(fc.nat(17), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = String((Number(code674[at]) + by) % 10)
        const wrong = `${code674.slice(0, at)}${digit}${code674.slice(at + 1)}`
        expect(matchMovement(credit(777, wrong), facts([bill])).kind).toBe('to_explain')
      }),
    )
  })
})
