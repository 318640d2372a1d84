import { describe, expect, it } from 'vitest'
import { isPhone } from './phone.ts'

describe('a telephone number', () => {
  it.each(['055 123 4567', '333.1234567', '+39 (055) 123-4567', '0039 055/123456'])('%s: is one', (text) => {
    expect(isPhone(text)).toBe(true)
  })
  it.each(['', '1234', 'chiedere a Lucia', '055 123 4567 ore pasti', '+39+055123', '1234567890123456'])(
    '%s: is none',
    (text) => {
      expect(isPhone(text)).toBe(false)
    },
  )
})
