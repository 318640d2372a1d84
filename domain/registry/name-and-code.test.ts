import { describe, expect, it } from 'vitest'
import { makeFiscalCode } from './fiscal-code.ts'
import { mayBeSameName, whyCodeDoesNotFit } from './name-and-code.ts'

describe('two names may be the same person', () => {
  it.each([
    ['Rossi Mario', 'MARIO ROSSI'],
    ['Rossi Mario', 'Sig. Rossi M.'],
    ['Dott.ssa Bianchi Anna', 'Bianchi Anna Maria'],
    ["D'Angelo Niccolò", "DANGELO NICCOLO'"],
    ['De Santis Marta', 'Desantis Marta'],
    ['Impresa Beta S.r.l.', 'BETA SRL'],
    ['Imm. Alfa s.p.a.', 'Immobiliare Alfa spa'],
    ['Rossi Mario', 'Eredi di Rossi Mario'],
  ])('%s, %s', (one, other) => {
    expect([mayBeSameName(one, other), mayBeSameName(other, one)]).toEqual([true, true])
  })

  it.each([
    ['Rossi Mario', 'Bianchi Anna'],
    ['Rossi Mario', 'Rossi Anna'],
    ['Rossi Mario', 'Marioni Rossella'],
    ['Prova2 Uno', 'Altro Nome'],
    ['Alfa srl', 'Beta srl'],
    ['Rossi Mario Luigi', 'Rossi Mario Anna'],
    ['Rossi Mario', 'Sig.'],
  ])('not %s, %s', (one, other) => {
    expect([mayBeSameName(one, other), mayBeSameName(other, one)]).toEqual([false, false])
  })
})

describe('a tax code and a name', () => {
  const code = (surname: string, name: string) =>
    makeFiscalCode({ surname, name, birth_date: '1960-04-10', sex: 'M', belfiore: 'F205' })

  it.each([
    ['Rossi Mario', code('Rossi', 'Mario')],
    ['Dott. MARIO ROSSI', code('Rossi', 'Mario')],
    ["D'Angelo Niccolò", code("D'Angelo", 'Niccolò')],
    ['De Santis Maria Teresa', code('De Santis', 'Maria Teresa')],
    ['Fo Io', code('Fo', 'Io')],
    ['Rossi M.', code('Rossi', 'Mario')],
    ['Rossi', code('Rossi', 'Mario')],
    ['Bianchi in Rossi Anna', code('Bianchi', 'Anna')],
    ['Ditta Rossi Mario', code('Rossi', 'Mario')],
    ['Impresa Beta srl', '01234567897'],
  ])('fit: %s, %s', (name, fiscal_code) => {
    expect(whyCodeDoesNotFit(name, fiscal_code)).toBeNull()
  })

  it('do not fit: another surname, another first name, a company', () => {
    const rossi = code('Rossi', 'Mario')
    expect(whyCodeDoesNotFit('Bianchi Anna', rossi)).toBe('name')
    expect(whyCodeDoesNotFit('Rossi Marco', rossi)).toBe('name')
    expect(whyCodeDoesNotFit('Impresa Beta S.r.l.', rossi)).toBe('company')
  })
})
