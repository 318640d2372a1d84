import { expect, it } from 'vitest'
import { allowedWhen } from './allowed-when.ts'

const doorCan = allowedWhen(
  { enter: ['open'], close: ['open', 'ajar'] },
  { open: 'È aperta.', ajar: 'È socchiusa.', shut: 'È chiusa.' },
)

it('says which phases allow an act', () => {
  expect(doorCan.enter({ phase: 'open' })).toBe(true)
  expect(doorCan.enter({ phase: 'ajar' })).toBe(false)
  expect(doorCan.close({ phase: 'ajar' })).toBe(true)
})

it('gives the sentence of the phase as the reason', () => {
  expect(doorCan.why('enter', { phase: 'open' })).toBeNull()
  expect(doorCan.why('close', { phase: 'shut' })).toBe('È chiusa.')
})
