import { describe, expect, it } from 'vitest'
import { instalmentsOf, isUnderWayConfirmed, type Plan } from './collection-plan.ts'

const plan = { why_confirm_under_way: 'La bolletta 1 è già in addebito' } as Plan

describe('the confirmation that money is not the payment under way', () => {
  it('holds for the doubt that was shown', () => {
    const of = (why: string) => ({ chosen: null, confirm_under_way: { why, of: '' } })
    expect(isUnderWayConfirmed(plan, of('La bolletta 1 è già in addebito'))).toBe(true)
    expect(isUnderWayConfirmed(plan, of('La bolletta 2 è già in addebito'))).toBe(false)
    expect(isUnderWayConfirmed(plan, { chosen: null, confirm_under_way: null })).toBe(false)
  })

  it('holds for the instalments for which it was given, whatever their amounts', () => {
    const confirm_under_way = {
      why: 'La bolletta 3 è già in addebito',
      of: instalmentsOf({ 3: 500, 4: null }),
    }
    const confirmed = (chosen: Record<number, number | null>) =>
      isUnderWayConfirmed(plan, { chosen, confirm_under_way })
    expect([confirmed({ 3: 700 }), confirmed({ 3: 500, 4: 100 }), confirmed({ 4: 100 })]).toEqual([
      true,
      false,
      false,
    ])
  })
})
