import { expect, it } from 'vitest'
import { owedSentence } from './owed-words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('says the sum of a list, and what of it is overdue, falls due soon or is under way', () => {
  const say = (sums: Parameters<typeof owedSentence>[1]) => plain(owedSentence('residuo', sums))
  expect(say({ residue: 120_000, overdue: 0, pending: 0 })).toBe('residuo 1.200,00 €')
  expect(say({ residue: 120_000, overdue: 30_000, pending: 0 })).toBe(
    'residuo 1.200,00 €, di cui scaduto 300,00 €',
  )
  expect(say({ residue: 120_000, overdue: 30_000, pending: 5_000 })).toBe(
    'residuo 1.200,00 €, di cui scaduto 300,00 €, in corso 50,00 €',
  )
  expect(say({ residue: 120_000, overdue: 0, falling_due: 20_000, pending: 0 })).toBe(
    'residuo 1.200,00 €, di cui in scadenza entro 30 giorni 200,00 €',
  )
  expect(plain(owedSentence('da incassare', {}))).toBe('da incassare 0,00 €')
})
