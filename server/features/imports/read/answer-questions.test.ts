import { expect, it } from 'vitest'
import type { Answers } from '../import-view.ts'
import { readFile } from '../testing/read-file.ts'

const file = (...lines: string[]) => Buffer.from(lines.join('\n'))
const open = async (sheet: Buffer, answers: Answers) => {
  const { questions, candidates } = await readFile('bills', sheet, 'a.csv', { answers })
  return {
    open: questions.filter(({ answer }) => answer === null).map(({ question }) => question),
    cents: candidates.map(({ amount }) => amount),
  }
}
const twoAmounts = file(
  'Condominio;Intestatario;Interno;Scadenza;Importo;Residuo',
  'Le Rose;Rossi Lucia;1;31/12/2027;100,00;40,00',
)

it('an answer that is none of the options leaves the question open', async () => {
  for (const answer of ['banana', '17', 'name:Le Rose', ''])
    expect((await open(twoAmounts, { amount: answer })).open).toEqual(['amount'])
  expect(await open(twoAmounts, { amount: '5' })).toEqual({ open: [], cents: [4_000] })
  const undated = file('Condominio;Intestatario;Importo', 'Le Rose;Rossi Lucia;100,00')
  expect((await open(undated, { due_day: 'domani' })).open).toEqual(['due_day'])
  expect((await open(undated, { due_day: '2027-12-31' })).open).toEqual([])
})

it('what a column is for stays answered: its own field does not take the option away', async () => {
  const unknown = file(
    'Condominio;Intestatario;Interno;Scadenza;Importo;Zeta',
    'Le Rose;Rossi Lucia;1;31/12/2027;100,00;prima parola',
    'Le Rose;Verdi Ugo;2;31/12/2027;80,00;altra cosa',
  )
  expect((await open(unknown, {})).open).toEqual(['column:5'])
  expect((await open(unknown, { 'column:5': 'description' })).open).toEqual([])
})
