import { describe, expect, it } from 'vitest'
import { gapSentence, listOf, progressOf } from './first-step-words.ts'
import { type FirstStep, type Gap, isUnfinished } from './first-steps-query.ts'

const gap = (of: Partial<Gap> & Pick<Gap, 'what'>): Gap => ({
  ...{ count: 1, of: null, account: null, accounts: 0, fields: [] },
  ...of,
})
const account = { account_id: 4, name: 'Condominio Ghibellina' }

describe('what a step lacks', () => {
  it.each([
    [
      gap({ what: 'weights', count: 3, of: 12, account, accounts: 1 }),
      '3 unità su 12 senza millesimi · Condominio Ghibellina',
    ],
    [
      gap({ what: 'weights', count: 1_300, of: 2_000, account, accounts: 5 }),
      '1.300 unità su 2.000 senza millesimi · a cominciare da Condominio Ghibellina',
    ],
    [
      gap({ what: 'units', count: 1, of: 4, account, accounts: 1 }),
      '1 condominio su 4 senza unità · Condominio Ghibellina',
    ],
    [gap({ what: 'units' }), 'Nessuna unità'],
    [gap({ what: 'holders', count: 0 }), 'Nessun proprietario indicato'],
    [
      gap({ what: 'office_data', count: 3, fields: ['vat_number', 'address', 'zip_code'] }),
      'Da completare: partita IVA, indirizzo e CAP',
    ],
    [gap({ what: 'provider_data', count: 1 }), 'Il provider chiede ancora un dato'],
    [gap({ what: 'provider_data', count: 0 }), 'Modulo del provider da completare'],
    [gap({ what: 'draft_bills', count: 2 }), '2 bollette in bozza, da emettere'],
  ])('%o', (of, sentence) => expect(gapSentence(of)).toBe(sentence))

  it('counts what is done', () => {
    expect(listOf(['uno'])).toBe('uno')
    const step = (state: FirstStep['state']) => ({ state }) as FirstStep
    expect(progressOf([step('done'), step('to_do')])).toBe('Fatti 1 di 2')
    expect(progressOf([step('to_do'), step('waiting')])).toBe('Fatti 0 di 2')
  })

  it('is nothing once every step is done', () => {
    const step = (state: FirstStep['state']) => ({ state }) as FirstStep
    expect(isUnfinished([])).toBe(false)
    expect(isUnfinished([step('done'), step('done')])).toBe(false)
    expect(isUnfinished([step('done'), step('waiting')])).toBe(true)
  })
})
