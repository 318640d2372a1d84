import { expect, it } from 'vitest'
import { doubtAboutNames } from './names-in-cell.ts'

const asked = (name: string, code?: string) => doubtAboutNames(name, code)?.doubt.question ?? null

it.each([
  'Rossi Mario',
  "D'Angelo Maria",
  'De Luca Anna Maria',
  'Lo Presti Gian-Luca',
  'Rossi, Mario',
  'De Luca, Anna Maria',
  'Manca Giovanni',
  'Erede Paolo',
  'Rossi E Mario',
  'Rossi M. E.',
  'Rossi in Bianchi Maria',
  'Rossi ved. Bianchi Maria',
  'Müller Jürgen',
  'Eredi Conti Luigi',
  'Immobiliare Box S.r.l.',
  'Fondo Pensioni Riuniti S.p.A.',
  'Rossi & Figli S.n.c.',
  'Comune di Bologna',
  'Studio Bianchi e Associati',
])('%s is one name', (name) => expect(asked(name)).toBeNull())

it.each([
  ['Rossi Mario e Bianchi Anna', 'rows:several_names'],
  ['ROSSI MARIO E BIANCHI ANNA', 'rows:several_names'],
  ['Rossi Mario e Anna', 'rows:several_names'],
  ['Rossi e Bianchi', 'rows:several_names'],
  ['Rossi Mario, Bianchi Anna', 'rows:several_names'],
  ['Rossi Mario / Bianchi Anna', 'rows:several_names'],
  ['Custode', 'rows:no_people'],
  ['Fondo cassa', 'rows:no_people'],
  ['Manca il nome', 'rows:odd_names'],
  ['Erede di Conti Luigi', 'rows:odd_names'],
])('%s is asked about', (name, question) => expect(asked(name)).toBe(question))

it('takes two surnames with a company’s code for one name, and two full names never', () => {
  expect(asked('Rossi e Bianchi', '01234567897')).toBeNull()
  expect(asked('Rossi Mario e Bianchi Anna', '01234567897')).toBe('rows:several_names')
})

it('takes a name for a person’s when the tax code beside it fits', () => {
  expect(asked('Cassa Mario')).toBe('rows:no_people')
  expect(asked('Cassa Mario', 'CSSMRA60D10F205O')).toBeNull()
})

it('proposes two people only where a first name tells them apart', () => {
  expect(doubtAboutNames('Rossi e Bianchi')?.doubt.proposal).toBe('one')
  expect(doubtAboutNames('Rossi Mario e Anna')?.doubt.proposal).toBe('two')
})
