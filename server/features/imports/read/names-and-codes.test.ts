import { describe, expect, it } from 'vitest'
import { readFile } from '../testing/read-file.ts'

const bills = [
  'Condominio;Interno;Nominativo;C.F.;Scadenza;Importo',
  (unit: number, name: string, code: string) => `I Tigli;${unit};${name};${code};31/12/2027;100`,
] as const
const registry = [
  'Condominio;Interno;Nominativo;C.F.',
  (unit: number, name: string, code: string) => `I Tigli;${unit};${name};${code}`,
] as const
const rossi = 'RSSMRA60D10F205B'

describe.each([
  ['bills', ...bills],
  ['registry', ...registry],
] as const)('tax codes and names of %s', (kind, header, row) => {
  const read = (...lines: string[]) =>
    readFile(kind, Buffer.from([header, ...lines].join('\r\n')), 'Foglio1.csv')

  it('the same code with another name is wrong, with both rows named', async () => {
    const { candidates, issues, warnings } = await read(
      row(1, 'Rossi Mario', rossi),
      row(2, 'Bianchi Anna', rossi),
      row(3, 'Sig. MARIO ROSSI', rossi),
    )
    expect(candidates.map(({ holder }) => holder)).toEqual(['Rossi Mario', 'Sig. MARIO ROSSI'])
    expect(issues).toMatchObject([
      {
        ref: 'D3',
        code: 'other_name',
        message:
          'La riga 2 del foglio «Foglio1» ha lo stesso codice fiscale per Rossi Mario, questa per Bianchi Anna: correggi il codice o il nome.',
      },
    ])
    expect(warnings).toEqual([])
  })

  it('a code that does not fit the name, and two names in one cell, are said', async () => {
    const { candidates, warnings, issues, questions } = await read(
      row(1, 'Verdi Ugo', rossi),
      row(2, 'Impresa Beta srl', 'VRDGPP55D10F205E'),
      row(3, 'Neri Ada e Gialli Ivo', ''),
    )
    expect(issues).toEqual([])
    const asked = questions.map(({ question }) => question)
    const names = candidates.map(({ holder }) => holder).slice(2)
    const two = kind === 'registry' ? ['Neri Ada', 'Gialli Ivo'] : ['Neri Ada e Gialli Ivo']
    expect([names, asked]).toEqual([two, kind === 'registry' ? ['rows:several_names'] : []])
    expect(warnings.map(({ ref, message }) => [ref, message.slice(0, 40)])).toEqual([
      ['D2', 'Questo codice fiscale non corrisponde al'],
      ['D3', 'Il nome è di una società, il codice fisc'],
      ...(kind === 'bills' ? [['C4', 'Qui sembrano due persone: verrebbero let']] : []),
    ])
  })
})
