import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chosenBills,
  forgetChoice,
  keepChosenBills,
  ofChosenBills,
  readWithout,
  storeWithout,
} from './run-choice.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})

describe('what a new run is made of', () => {
  it('is the whole condominium, unless bills were chosen', () =>
    expect(chosenBills({ account_id: '7' })).toBeNull())

  it('is the bills chosen for this condominium', () => {
    keepChosenBills({ account_id: 7, bill_ids: [1, 2] })
    expect(chosenBills({ account_id: '7', ...ofChosenBills })).toEqual([1, 2])
  })

  it('is unknown when the bills were chosen in another tab or for another condominium: never all of them', () => {
    expect(chosenBills({ account_id: '7', ...ofChosenBills })).toBeUndefined()
    keepChosenBills({ account_id: 8, bill_ids: [1, 2] })
    expect(chosenBills({ account_id: '7', ...ofChosenBills })).toBeUndefined()
  })

  it('bills that were taken out stay out, each condominium for itself, until the run is made', () => {
    storeWithout(7, new Set([3]))
    expect([...readWithout(7)]).toEqual([3])
    expect([...readWithout(8)]).toEqual([])
    forgetChoice(7)
    expect([...readWithout(7)]).toEqual([])
  })
})
