import { expect, it } from 'vitest'
import { truncate } from './truncate.ts'

it.each([
  ['Condominio', 10, 'Condominio'],
  ['Condominio', 5, 'Condo…'],
  ['😀😀😀', 2, '😀😀…'],
  ['', 0, ''],
  ['a', 0, '…'],
])('%j cut to %i: %j', (text, length, cut) => expect(truncate(text, length)).toBe(cut))
