import { describe, expect, it } from 'vitest'
import { whatEnds, whatStays } from './what-leaving-ends.ts'

const nothing = {
  ...{ user_name: 'lucia', email: null, offices: [], residue: 0, pending: 0, methods: 0, autopays: 0 },
  ...{ planned_debits: 0, bank_mandates: 0, pays_for: 0, payers: 0 },
}

describe('what ends', () => {
  it('names only what there is', () => {
    expect(whatEnds(nothing)).toEqual(['Il tuo nome utente e tutti i dispositivi da cui sei entrato.'])
  })
  it('counts, in the singular and in the plural', () => {
    const ends = whatEnds({ ...nothing, methods: 1, autopays: 2, planned_debits: 3, payers: 1 })
    expect(ends).toContain('Il metodo di pagamento salvato, con il suo mandato.')
    expect(ends).toContain('I 2 addebiti automatici.')
    expect(ends).toContain('I 3 addebiti già previsti: quelle rate le paghi tu.')
    expect(ends).toContain('La delega di chi paga per te.')
  })
})

describe('what stays', () => {
  it('says who keeps the bills, how long and by which law', () => {
    const [bills] = whatStays({ ...nothing, offices: ['Studio Bini', 'Studio Galli'] })
    expect(bills).toContain('Studio Bini e Studio Galli li devono conservare dieci anni')
    expect(bills).toContain('art. 2220 e 1130-bis c.c.')
  })
  it('names what is on its way, and mandates that only others can end', () => {
    const stays = whatStays({ ...nothing, pending: 8_000, bank_mandates: 1 }).join(' ')
    expect(stays).toContain('80,00')
    expect(stays).toContain('mandato firmato per la banca del condominio')
  })
})
