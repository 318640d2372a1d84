import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesLine, describeChanges } from './audit-words.ts'

describe('changes in words', () => {
  it('have the Italian names of fields, and format money and days', () => {
    expect(
      changesLine({
        noun: 'accounts',
        before: { name: 'Aurora', minimum_payment: 5000 },
        after: { name: 'Aurora 2', minimum_payment: 123_456 },
      }),
    ).toBe('Nome: Aurora → Aurora 2; Pagamento minimo: 50,00\u00a0€ → 1.234,56\u00a0€')
    expect(
      changesLine({
        noun: 'right_holders',
        before: { since: '2026-01-31', pays: false },
        after: { since: '2026-02-28', pays: true },
      }),
    ).toBe('Dal: 31/01/2026 → 28/02/2026; Riceve le bollette: no → sì')
  })
  it('use the names of the record’s own kind, never those of another', () => {
    const changed = { kind: 'other', state: '1', amount: 5000, floor: '2' }
    expect(changesLine({ noun: 'weight_tables', before: null, after: changed })).toBe(
      'Tipo: altro; state: 1; amount: 5000; floor: 2',
    )
    expect(changesLine({ noun: 'customers', before: null, after: changed })).toBe(
      'kind: other; Stato: attivo; amount: 5000; floor: 2',
    )
    expect(changesLine({ noun: 'minutes', before: null, after: changed })).toBe(
      'kind: other; state: 1; amount: 5000; floor: 2',
    )
  })
  it('list the days of a budget and name its states, criteria and natures', () => {
    expect(
      changesLine({
        noun: 'budgets',
        before: { due_dates: [], criterion: 'table', nature: 'ordinary', state: 'draft' },
        after: {
          due_dates: ['2027-01-10', '2027-04-10'],
          ...{ criterion: 'metered', nature: 'extraordinary', state: 'issuing' },
        },
      }),
    ).toBe(
      'Scadenze: 10/01/2027, 10/04/2027; Criterio di riparto: per tabella → a consumo; ' +
        'Natura: ordinaria → straordinaria; Stato: bozza → in emissione',
    )
  })
  it('show what was added and what was removed', () => {
    expect(changesLine({ noun: 'accounts', before: null, after: { name: 'Aurora' } })).toBe('Nome: Aurora')
    expect(changesLine({ noun: 'accounts', before: { phone: '055 1' }, after: null })).toBe(
      'Telefono: rimosso: 055 1',
    )
  })
  it('show each field once, whatever it contains, except keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (a, b) => {
          const told = describeChanges({ noun: 'accounts', before: a, after: b })
          const names = new Set(
            [...Object.keys(a), ...Object.keys(b)].filter((name) => !/(^|_)ids?$|_by$/.test(name)),
          )
          expect(told).toHaveLength(names.size)
        },
      ),
    )
  })
})
