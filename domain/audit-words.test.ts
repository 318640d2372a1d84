import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesLine, describeChanges } from './audit-words.ts'

describe('changes in words', () => {
  it('names fields as people do, money as money and days as days', () => {
    expect(
      changesLine(
        { name: 'Aurora', minimum_payment: 5000, since: '2026-01-31', pays: false },
        { name: 'Aurora 2', minimum_payment: 123_456, since: '2026-02-28', pays: true },
      ),
    ).toBe(
      'Nome: Aurora → Aurora 2; Pagamento minimo: 50,00\u00a0€ → 1.234,56\u00a0€; Dal: 31/01/2026 → 28/02/2026; Riceve le bollette: no → sì',
    )
  })
  it('says what is new and what is gone', () => {
    expect(changesLine(null, { name: 'Aurora' })).toBe('Nome: Aurora')
    expect(changesLine({ phone: '055 1' }, null)).toBe('Telefono: tolto (055 1)')
  })
  it('tells each field once whatever is in it, but for keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (a, b) => {
          const told = describeChanges(a, b)
          const names = new Set(
            [...Object.keys(a), ...Object.keys(b)].filter((name) => !/(^|_)ids?$|_by$/.test(name)),
          )
          expect(told).toHaveLength(names.size)
        },
      ),
    )
  })
})
