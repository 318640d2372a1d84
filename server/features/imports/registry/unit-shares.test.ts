import { expect, it } from 'vitest'
import { readFile } from '../testing/read-file.ts'
import type { CandidateRight } from './candidate-right.ts'

async function read(...rows: string[]) {
  const file = Buffer.from(['Condominio;Interno;Nominativo;Ruolo;Quota', ...rows].join('\r\n'))
  const { candidates, issues, warnings } = await readFile<CandidateRight>('registry', file, 'Foglio1.csv')
  const places = (some: typeof issues) => some.map(({ ref, code, message }) => [ref, code, message])
  return {
    names: candidates.map(({ holder }) => holder),
    issues: places(issues),
    warnings: places(warnings),
  }
}

it('shares of more than the whole are wrong, and are not made equal', async () => {
  const { names, issues } = await read('I Tigli;1;Rossi Mario;Pr;100%', 'I Tigli;1;Bianchi Anna;Pr;100%')
  expect(names).toEqual(['Rossi Mario'])
  expect(issues).toEqual([
    [
      'E3',
      'share',
      'Con quelle sopra (alla riga 2, Rossi Mario) le quote di quest’unità superano l’intero: correggile.',
    ],
  ])
})

it('shares of less than the whole are said', async () => {
  const { names, warnings, issues } = await read('I Tigli;1;Rossi Ugo;Pr;1/3', 'I Tigli;1;Rossi Ada;Pr;1/3')
  expect([names, issues]).toEqual([['Rossi Ugo', 'Rossi Ada'], []])
  expect(warnings).toEqual([['E3', 'share', expect.stringContaining('non arrivano all’intero')]])
})

it('a share that only one of several people has is wrong', async () => {
  const { issues } = await read('I Tigli;1;Rossi Ugo;Pr;1/2', 'I Tigli;1;Rossi Ada;Pr;')
  expect(issues).toEqual([['E3', 'share', expect.stringContaining('La quota manca')]])
})

it('whole shares are fine: of owners, of bare owners beside usufructuaries, of tenants without any', async () => {
  const { issues, warnings } = await read(
    'I Tigli;1;Rossi Ugo;Pr;333/1000',
    'I Tigli;1;Rossi Ada;Pr;333/1000',
    'I Tigli;1;Rossi Ivo;Pr;333/1000',
    'I Tigli;2;Verdi Ugo;Pr;1/2',
    'I Tigli;2;Verdi Ada;Np;1/2',
    'I Tigli;2;Verdi Eva;Us;1/2',
    'I Tigli;2;Neri Ivo;Inq;',
    'I Tigli;3;Neri Ada;Pr;',
    'I Tigli;3;Neri Eva;Pr;',
  )
  expect([issues, warnings]).toEqual([[], []])
})
