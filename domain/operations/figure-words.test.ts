import { expect, it } from 'vitest'
import { figureWords } from './figure-words.ts'

it.each([
  ['seconds', 12, '12 s'],
  ['seconds', 90, '1 min 30 s'],
  ['seconds', 7200, '2 h'],
  ['seconds', 90_000, '1 g 1 h'],
  ['bytes', 999, '999 byte'],
  ['bytes', 1500, '1,5 kB'],
  ['bytes', 2_000_000_000, '2 GB'],
  ['percent', 12, '12 %'],
  ['days', 1, '1 giorno'],
  ['count', 1200, '1.200'],
  ['none', 3, ''],
  ['count', null, ''],
] as const)('says %s %s as %s', (unit, figure, said) => expect(figureWords(unit, figure)).toBe(said))
