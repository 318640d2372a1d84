import { describe, expect, it } from 'vitest'
import { stubStorage } from '../../testing/stub-storage.ts'
import {
  chosenBills,
  forgetChoice,
  keepChosenBills,
  ofChosenBills,
  readWithout,
  storeWithout,
} from './chosen-bills.ts'

stubStorage()

describe('what a new file of debits or notices is made of', () => {
  it('is the whole condominium, unless bills were chosen', () =>
    expect(chosenBills('debit-run', { account_id: '7' })).toBeNull())

  it('is the bills chosen for this condominium', () => {
    keepChosenBills('debit-run', { account_id: 7, bill_ids: [1, 2] })
    expect(chosenBills('debit-run', { account_id: '7', ...ofChosenBills })).toEqual([1, 2])
  })

  it('is unknown when the bills were chosen in another tab or for another condominium: never all of them', () => {
    expect(chosenBills('debit-run', { account_id: '7', ...ofChosenBills })).toBeUndefined()
    keepChosenBills('debit-run', { account_id: 8, bill_ids: [1, 2] })
    expect(chosenBills('debit-run', { account_id: '7', ...ofChosenBills })).toBeUndefined()
  })

  it('is of several condominiums, where none was named', () => {
    keepChosenBills('notices', { bill_ids: [3, 4] })
    expect(chosenBills('notices', { ...ofChosenBills })).toEqual([3, 4])
    expect(chosenBills('notices', { account_id: '7', ...ofChosenBills })).toBeUndefined()
    expect(chosenBills('debit-run', { ...ofChosenBills })).toBeUndefined()
  })

  it('bills that were taken out stay out, each condominium for itself, until the run is made', () => {
    storeWithout('debit-run', '7', new Set([3]))
    expect([...readWithout('debit-run', '7')]).toEqual([3])
    expect([...readWithout('debit-run', '8')]).toEqual([])
    forgetChoice('debit-run', '7')
    expect([...readWithout('debit-run', '7')]).toEqual([])
  })
})
