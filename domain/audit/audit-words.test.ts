import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesLine, describeChanges, labelInWords } from './audit-words.ts'

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
  it('shorten a masked IBAN as every page does', () =>
    expect(labelInWords({ noun: 'blocked_ibans', label: 'IT26•••••••••••••••••••3456' })).toBe(
      'IT26 •••• 3456',
    ))
  it('use the names of the record’s own kind, never those of another, and no code of ours', () => {
    const changed = { kind: 'other', state: '1', amount: 5000, floor: '2' }
    expect(changesLine({ noun: 'weight_tables', before: null, after: changed })).toBe(
      'Tipo: altro; Altro dato: 1; Altro dato: 5000; Altro dato: 2',
    )
    expect(changesLine({ noun: 'customers', before: null, after: changed })).toBe(
      'Stato: attivo; Altro dato: other; Altro dato: 5000; Altro dato: 2',
    )
    expect(changesLine({ noun: 'minutes', before: null, after: changed })).toBe(
      'Altro dato: other; Altro dato: 1; Altro dato: 5000; Altro dato: 2',
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
      'Natura: ordinaria → straordinaria; Criterio di riparto: per tabella → a consumo; ' +
        'Stato: bozza → in emissione; Scadenze: 10/01/2027 e 10/04/2027',
    )
  })
  it('count a long list, and say units, rates and sizes', () => {
    const due_dates = ['2027-01-10', '2027-04-10', '2027-07-10', '2027-10-10']
    expect(changesLine({ noun: 'budgets', before: null, after: { due_dates, bills: 1 } })).toBe(
      'Scadenze: 4 scadenze: 10/01/2027, 10/04/2027, 10/07/2027 e 10/10/2027; Bollette: 1 bolletta',
    )
    expect(changesLine({ noun: 'reminders', before: null, after: { sent: 18 } })).toBe(
      'Inviati: 18 solleciti',
    )
    expect(changesLine({ noun: 'accounts', before: { agreed_bps: 250 }, after: { agreed_bps: 1000 } })).toBe(
      'Tasso pattuito: 2,5\u00a0% → 10\u00a0%',
    )
    expect(
      changesLine({ noun: 'weight_tables', before: null, after: { unit: 'Int. 3', weight: 312_500 } }),
    ).toBe('Unità: Int. 3; Millesimi o lettura: 31,25')
    expect(changesLine({ noun: 'documents', before: null, after: { size: 2_340_000, type: 'deed' } })).toBe(
      'Tipo: Atto di proprietà; Dimensione: 2,3 MB',
    )
  })
  it('say which part of the record changed, once', () => {
    expect(
      changesLine({
        noun: 'users',
        before: { section: 'bills', level: 'read' },
        after: { section: 'bills', level: 'write' },
      }),
    ).toBe('Sezione: Bollette; Permesso: lettura → modifica')
  })
  it('say which reminder’s text was rewritten, or the levels and their days', () => {
    const step = { days: 7, name: 'Promemoria', subject: 'Rata', text: 'Ciao' }
    const steps = (...after: object[]) =>
      changesLine({ noun: 'reminders', before: { steps: [step] }, after: { steps: after } })
    expect(steps({ ...step, text: 'Salve' })).toBe('Livelli: testo cambiato: Promemoria')
    expect(steps(step, { ...step, name: 'Diffida', days: 30 })).toBe(
      'Livelli: Promemoria (7 giorni dopo) → Promemoria (7 giorni dopo), Diffida (30 giorni dopo)',
    )
  })
  it('show what was added and what was removed', () => {
    expect(changesLine({ noun: 'accounts', before: null, after: { name: 'Aurora' } })).toBe('Nome: Aurora')
    expect(changesLine({ noun: 'accounts', before: { phone: '055 1' }, after: null })).toBe(
      'Telefono: niente (prima 055 1)',
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
