import { describe, expect, it } from 'vitest'
import { formatMinute, isMinute, minuteOf, parseItalianMinute } from './minutes.ts'

const now = new Date('2026-09-15T10:00:00+02:00')

describe('a minute in Italy', () => {
  it.each([
    ['15/09/2026 18:30', '2026-09-15T18:30'],
    [' 1/2/2027, 7.05 ', '2027-02-01T07:05'],
    ['15/09/2026 ore 18:30', '2026-09-15T18:30'],
    ['18:30', '2026-09-15T18:30'],
  ])('is read from %s', (text, minute) => expect(parseItalianMinute(text, now)).toBe(minute))
  it.each(['', '15/09/2026', '30/02/2026 10:00', '15/09/2026 24:00', '15/09/2026 10:60', 'domani 10:00'])(
    'is not read from “%s”',
    (text) => expect(parseItalianMinute(text, now)).toBeNull(),
  )
  it('is written as in Italy', () => expect(formatMinute('2026-09-15T08:05')).toBe('15/09/2026 08:05'))
  it('is recognised', () => {
    expect(isMinute('2026-09-15T23:59')).toBe(true)
    for (const text of ['2026-09-15', '2026-02-30T10:00', '2026-09-15T24:00', '18:30'])
      expect(isMinute(text)).toBe(false)
  })
  it('follows summer time', () => {
    expect(minuteOf(new Date('2026-07-01T10:00:00Z'))).toBe('2026-07-01T12:00')
    expect(minuteOf(new Date('2026-12-01T10:00:00Z'))).toBe('2026-12-01T11:00')
  })
})
