import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate, Proposal } from '../transfer-query.ts'
import {
  addBill,
  balanceOf,
  chosenSum,
  creditRest,
  firstChoice,
  nothingChosen,
  removeBill,
  setAmount,
  sharesOf,
  toggleProposal,
  untouchedProposal,
  whyNotConfirm,
} from './choice.ts'

const bill = (bill_id: number, amount: number, residue = amount) => ({
  ...{ bill_id, bill_number: `B-${bill_id}`, amount, residue, due_date: '2026-09-15' },
})
const proposal = (rank: number, bills: Proposal['bills'], more: Partial<Proposal> = {}): Proposal => ({
  ...{ rank, level: 'name', subject_id: 7, subject_nominative: 'Rossi Lucia', bills },
  ...{ credit: 0, payment_id: null, reasons: ['Importo uguale'], first_choice: false, ...more },
})
const candidate = (bill_id: number, still_due: number, subject_id = 8): Candidate => ({
  ...{ bill_id, bill_number: `B-${bill_id}`, description: 'Rata', unit: null, subject_id },
  ...{
    subject_nominative: 'Ferrari Paolo',
    due_date: null,
    amount: still_due,
    residue: still_due,
    still_due,
  },
})

describe('what is chosen for the money of a movement', () => {
  it('starts with the proposal that stands before all others, and with nothing otherwise', () => {
    const first = proposal(1, [bill(1, 400)], { first_choice: true })
    expect(firstChoice([first]).ranks).toEqual([1])
    expect(firstChoice([proposal(1, [bill(1, 400)])])).toEqual(nothingChosen)
    expect(firstChoice([])).toEqual(nothingChosen)
  })

  it('an untouched proposal is confirmed as the server made it', () => {
    const one = proposal(1, [bill(1, 400)])
    const choice = toggleProposal(nothingChosen, one, [one])
    expect(untouchedProposal(choice, [one])).toBe(one)
    expect(untouchedProposal(setAmount(choice, 1, 300), [one])).toBeNull()
    expect(untouchedProposal(addBill(choice, candidate(2, 100), 500), [one])).toBeNull()
    expect(untouchedProposal(toggleProposal(choice, one, [one]), [one])).toBeNull()
  })

  it('takes a bill of two proposals once, and keeps it while one of them is ticked', () => {
    const all = [proposal(1, [bill(1, 400)]), proposal(2, [bill(1, 400), bill(2, 100)])]
    const both = all.reduce((choice, each) => toggleProposal(choice, each, all), nothingChosen)
    expect(chosenSum(both)).toBe(500)
    const one = toggleProposal(both, all[1] as Proposal, all)
    expect(one.bills.map(({ bill_id }) => bill_id)).toEqual([1])
    expect(toggleProposal(one, all[0] as Proposal, all)).toEqual(nothingChosen)
  })

  it('a collection registered before is linked alone', () => {
    const all = [proposal(1, [bill(1, 400)]), proposal(2, [], { payment_id: 99, level: 'registered' })]
    const bills = toggleProposal(nothingChosen, all[0] as Proposal, all)
    const linked = toggleProposal(bills, all[1] as Proposal, all)
    expect(linked).toEqual({ ...nothingChosen, ranks: [2] })
    expect(balanceOf(linked, 400, all)).toEqual({ chosen: 400, rest: 0, state: 'even' })
    expect(whyNotConfirm(linked, 400, all)).toBeNull()
    expect(toggleProposal(linked, all[0] as Proposal, all).ranks).toEqual([1])
  })

  it('a searched bill gets what is left of the money, and no more than is due of it', () => {
    const some = addBill(nothingChosen, candidate(1, 300), 1000)
    expect(some.bills[0]?.amount).toBe(300)
    expect(addBill(some, candidate(2, 5000), 1000).bills[1]?.amount).toBe(700)
    expect(addBill(some, candidate(1, 300), 1000)).toBe(some)
  })

  it('is confirmed only when it is as much as the money, or the rest was decided', () => {
    const some = addBill(nothingChosen, candidate(1, 300), 1000)
    expect(whyNotConfirm(nothingChosen, 1000, [])).toMatch(/^Scegli una proposta/)
    expect(whyNotConfirm(some, 1000, [])).toMatch(/^Restano 7,00/)
    expect(whyNotConfirm({ ...some, leave_rest: true }, 1000, [])).toBeNull()
    expect(
      whyNotConfirm(creditRest(some, { subject_id: 8, subject_nominative: 'F' }, 1000), 1000, []),
    ).toBeNull()
    expect(whyNotConfirm(some, 200, [])).toMatch(/^Hai scelto 1,00.+più del bonifico/)
    expect(whyNotConfirm(setAmount(some, 1, null), 300, [])).toBe('Scrivi quanto va alla bolletta B-1.')
    expect(whyNotConfirm(setAmount(some, 1, Number.NaN), 300, [])).toMatch(/^Scrivi quanto/)
    expect(whyNotConfirm(setAmount(some, 1, 301), 301, [])).toMatch(/restano da pagare 3,00/)
  })

  it('another amount after the rest was decided asks again', () => {
    const some = { ...addBill(nothingChosen, candidate(1, 300), 1000), leave_rest: true }
    expect(whyNotConfirm(setAmount(some, 1, 200), 1000, [])).toMatch(/^Restano 8,00/)
  })

  it('a bill that is removed unticks the proposal that named it', () => {
    const one = proposal(1, [bill(1, 400), bill(2, 100)])
    const choice = toggleProposal(nothingChosen, one, [one])
    expect(removeBill(choice, 2, [one])).toMatchObject({ ranks: [], bills: [{ bill_id: 1 }] })
  })

  it('is told to the server as bills with amounts, and what is credit of whom', () => {
    const one = proposal(1, [bill(1, 400)], { credit: 50 })
    const choice = addBill(toggleProposal(nothingChosen, one, [one]), candidate(2, 100), 550)
    expect(sharesOf(choice)).toEqual({
      ...{ bill_ids: [1, 2], bill_amounts: [400, 100] },
      ...{ subject_ids: [7], subject_amounts: [50], subject_uses: ['credit'] },
    })
  })

  it('nothing of the money is lost: the parts sum to the movement whenever it may be confirmed with nothing left', () => {
    const bills = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 })))
    fc.assert(
      fc.property(bills, fc.integer({ min: 1, max: 500_000 }), (added, open) => {
        let choice = nothingChosen
        for (const [id, due] of added) choice = addBill(choice, candidate(id, due, id % 3), open)
        if (chosenSum(choice) < open && choice.bills[0]) choice = creditRest(choice, choice.bills[0], open)
        if (whyNotConfirm(choice, open, []) !== null) return
        const { bill_amounts, subject_amounts } = sharesOf(choice)
        expect([...bill_amounts, ...subject_amounts].reduce((sum, amount) => sum + amount, 0)).toBe(open)
      }),
    )
  })
})
