import { expect, it } from 'vitest'
import { readFile } from '../testing/read-file.ts'

async function read(...rows: string[]) {
  const file = Buffer.from(['Condominio;Interno;Nominativo;C.F.;Scadenza;Importo', ...rows].join('\r\n'))
  const { candidates, issues, warnings, unread } = await readFile('bills', file, 'a.csv')
  return {
    names: candidates.map(({ holder }) => holder),
    wrong: issues.map(({ ref, code }) => [ref, code]),
    said: warnings.map(({ ref, message }) => [ref, message]),
    unread: unread.map(({ row, why }) => [row, why]),
  }
}
const bill = (unit: string, name: string, code = '', amount = '100') =>
  `I Tigli;${unit};${name};${code};31/12/2027;${amount}`

it('signs, numbers and marks of an empty unit are no names', async () => {
  const { names, wrong } = await read(bill('1', '?'), bill('2', '-'), bill('3', '12345'), bill('4', 'SFITTO'))
  expect(names).toEqual([])
  expect(wrong).toEqual(['C2', 'C3', 'C4', 'C5'].map((ref) => [ref, 'missing']))
})

it('a summary is left out and listed; with a unit or a tax code it may be a person, and is asked about', async () => {
  const { names, wrong, unread } = await read(
    bill('', 'Fondo cassa'),
    bill('5', 'Conguaglio 2026'),
    bill('6', 'Media Luca'),
  )
  expect({ names, unread, wrong }).toEqual({
    names: ['Media Luca'],
    unread: [[2, 'summary']],
    wrong: [['C3', 'missing']],
  })
})

it('a ditto mark is the value above, said as a warning, with that person’s tax code', async () => {
  const code = 'RSSMRA60D10F205B'
  const file = Buffer.from(
    [
      'Condominio;Interno;Nominativo;C.F.;Scadenza;Importo',
      bill('1', 'Rossi Mario', code),
      bill('2', 'idem'),
      bill('3', 'c.s.', '', '//'),
    ].join('\r\n'),
  )
  const { candidates, issues, warnings } = await readFile('bills', file, 'a.csv')
  expect(candidates.map(({ holder, fiscal_code }) => [holder, fiscal_code])).toEqual([
    ['Rossi Mario', code],
    ['Rossi Mario', code],
  ])
  expect(warnings.map(({ ref, message }) => [ref, message])).toEqual([
    ['C3', '«idem» vale come sopra: «Rossi Mario».'],
  ])
  expect(issues.map(({ ref, code: why }) => [ref, why])).toEqual([['F4', 'amount']])
})

it('a ditto mark below nothing is wrong', async () => {
  expect((await read(bill('1', 'idem'))).wrong).toEqual([['C2', 'as_above']])
})
