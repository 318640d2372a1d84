import { expect, it } from 'vitest'
import { readFile } from '../testing/read-file.ts'
import type { CandidateRight } from './candidate-right.ts'

const header = 'Condominio;Interno;Nominativo'
const csv = (...lines: string[]) =>
  readFile<CandidateRight>('registry', Buffer.from(lines.join('\r\n')), 'Foglio1.csv')

async function rolesOf(...lines: string[]) {
  const { candidates, issues, questions } = await csv(...lines)
  return {
    roles: candidates.map(({ holder, right_kind }) => [holder, right_kind]),
    issues: issues.map(({ row, code }) => [row, code]),
    asked: questions.map(({ question }) => question),
  }
}

it('the header of the names, else the nearest title says which right they have', async () => {
  const row = 'I Tigli;1;Rossi Lucia'
  expect(await rolesOf('Elenco inquilini', header, row)).toMatchObject({ roles: [['Rossi Lucia', 'tenant']] })
  expect(await rolesOf('Proprietari e inquilini', 'INQUILINI SCALA A', header, row)).toMatchObject({
    roles: [['Rossi Lucia', 'tenant']],
    asked: [],
  })
  const usufruct = await rolesOf(
    'Elenco usufruttuari',
    `${header};Ruolo`,
    `${row};`,
    'I Tigli;2;Verdi Ugo;Pr',
  )
  expect(usufruct.roles).toEqual([
    ['Rossi Lucia', 'usufructuary'],
    ['Verdi Ugo', 'owner'],
  ])
})

it('titles that contradict each other or only mention tenants are asked about', async () => {
  const row = 'I Tigli;1;Rossi Lucia'
  expect((await rolesOf('Elenco inquilini', 'Condominio;Interno;Proprietario', row)).asked).toEqual([
    'table_role',
  ])
  expect((await rolesOf('Le spese degli inquilini sono a parte', header, row)).asked).toEqual(['table_role'])
})

it('a heading counts for the staircases below it; a staircase after its rows leaves the right open', async () => {
  const nested = await rolesOf(
    header,
    'INQUILINI;;',
    'SCALA A;;',
    'I Tigli;1;Rossi Lucia',
    'SCALA B;;',
    'I Tigli;1;Verdi Ugo',
  )
  expect(nested).toMatchObject({
    roles: [
      ['Rossi Lucia', 'tenant'],
      ['Verdi Ugo', 'tenant'],
    ],
    issues: [],
  })
  const open = await rolesOf(
    header,
    'SCALA A;;',
    'INQUILINI;;',
    'I Tigli;1;Rossi Lucia',
    'SCALA B;;',
    'I Tigli;1;Verdi Ugo',
  )
  expect(open).toMatchObject({ roles: [['Rossi Lucia', 'tenant']], issues: [[6, 'role']] })
})

it('a footnote about tenants changes no row', async () => {
  const { roles } = await rolesOf(
    header,
    'N.B. le quote degli inquilini sono a parte;;',
    'I Tigli;1;Rossi Lucia',
  )
  expect(roles).toEqual([['Rossi Lucia', 'owner']])
})
