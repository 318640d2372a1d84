import { expect, it } from 'vitest'
import { maintenanceSentence } from './maintenance-sentence.ts'

const now = new Date('2026-09-15T10:00:00+02:00')

it('says the time, and the day unless it is today', () => {
  expect(maintenanceSentence('2026-09-15T16:30:00Z', now)).toBe('Saldo è in manutenzione fino alle 18:30.')
  expect(maintenanceSentence('2026-09-16T05:00:00Z', now)).toBe(
    'Saldo è in manutenzione fino alle 07:00 del 16 settembre.',
  )
})
