import { describe, expect, it } from 'vitest'
import { readFile } from '../testing/read-file.ts'
import type { CandidateRight } from './candidate-right.ts'
import { signInHeader } from './sign-in-header.ts'

/* Reads rows about people, written in the words that offices and their programs use. */

async function read(header: string, rows: string[], answers = {}) {
  const file = Buffer.from(['Condominio Aurora', header, ...rows].join('\n'))
  const { candidates, questions, issues, warnings } = await readFile<CandidateRight>(
    'registry',
    file,
    'a.csv',
    { answers },
  )
  const open = questions.filter(({ answer }) => answer === null)
  return {
    people: candidates,
    asked: open.map(({ question }) => question),
    proposed: open.map(({ proposal }) => proposal),
    issues: issues.map(({ ref, message }) => `${ref} ${message}`),
    warnings: warnings.map(({ ref, message }) => `${ref} ${message}`),
  }
}

describe('an address', () => {
  it('takes its number from a column of its own', async () => {
    const { people } = await read('Int.;Proprietario;Via;N. civico;Comune', [
      '1;Rossi Lucia;Via Roma;10/B;Bologna',
    ])
    expect(people).toMatchObject([{ address: 'Via Roma 10/B', city: 'Bologna' }])
  })

  it('of the condominium is not the person’s', async () => {
    const header = 'Condominio;Indirizzo condominio;Comune condominio;Int.;Proprietario'
    const { people } = await read(header, ['Aurora;Via Po 3;Bologna;1;Rossi Lucia'])
    expect(people).toMatchObject([{ condominium_address: 'Via Po 3', condominium_city: 'Bologna' }])
    expect(people[0]).not.toHaveProperty('address')
  })

  it('that only refers to the building is left out and said', async () => {
    const { people, warnings } = await read('Int.;Proprietario;Indirizzo', ['1;Rossi Lucia;sul posto'])
    expect(people[0]).not.toHaveProperty('address')
    expect(warnings).toEqual(['C3 L’indirizzo rimanda a quello del condominio: non è stato scritto.'])
  })

  it('abroad has no Italian zip code and province', async () => {
    const { people, issues } = await read('Int.;Proprietario;Indirizzo;CAP;Comune;Prov.', [
      '1;Smith John;221B Baker Street;NW1 6XE;London;EE',
    ])
    expect(issues).toEqual([])
    expect(people).toMatchObject([{ zip_code: 'NW1 6XE', city: 'London' }])
  })
})

describe('a column of e-mails and certified addresses', () => {
  it('gives each its place', async () => {
    const { people, warnings } = await read('Int.;Proprietario;E-mail / PEC', [
      '1;Rossi Lucia;lucia@example.it - rossi@legalmail.it',
      '2;Verdi Ugo;ugo@example.it, verdi@example.it',
    ])
    expect(people).toMatchObject([
      { email: 'lucia@example.it', pec: 'rossi@legalmail.it' },
      { email: 'ugo@example.it' },
    ])
    expect(people[1]).not.toHaveProperty('pec')
    expect(warnings).toEqual(['C4 È stato preso il primo indirizzo. Non è stato preso: verdi@example.it.'])
  })

  it('says what it does not take of several certified addresses', async () => {
    const { warnings } = await read('Int.;Proprietario;PEC', [
      '1;Rossi Lucia;a@pec.it; b@pec.it'.replace('; ', ' '),
    ])
    expect(warnings).toEqual(['C3 È stato preso il primo indirizzo. Non è stato preso: b@pec.it.'])
  })
})

describe('the sign of a balance', () => {
  it.each([
    ['Saldo (- a debito)', 'opening_balance'],
    ['Saldo 31/12/2025 (+ a debito, - a credito)', 'opening_debt'],
    ['Saldo (debito +)', 'opening_debt'],
    ['Saldo (negativo se a debito)', 'opening_balance'],
    ['Saldo (positivo = credito)', 'opening_balance'],
    ['Saldo (debito - credito)', null],
    ['Saldo a debito', null],
  ])('is read from «%s»', (header, field) => expect(signInHeader(header)).toBe(field))

  it('that the header says is not asked', async () => {
    const { people, asked } = await read('Int.;Proprietario;Saldo (- a debito)', [
      '1;Rossi Lucia;-20',
      '2;Verdi Ugo;5',
    ])
    expect(asked).toEqual([])
    expect(people.map(({ amount }) => amount)).toEqual([-2_000, 500])
  })
})

describe('somebody who has left', () => {
  it('is a right that has ended, if a column says when', async () => {
    const { people } = await read('Int.;Nominativo;Titolo;Dal;Al', [
      '1;Verdi Ugo;Inquilino;01/01/2020;31/12/2023',
    ])
    expect(people).toMatchObject([{ since: '2020-01-01', until: '2023-12-31' }])
  })

  it.each([
    ['Note', 'uscito il 30/06/2025'],
    ['Stato', 'Cessato'],
    ['Annotazioni', 'deceduta, successione in corso'],
    ['Osservazioni', 'ha venduto: venduto a Bianchi'],
  ])('is asked about when %s says «%s»', async (header, said) => {
    const rows = ['1;Rossi Lucia;chiavi dal custode', `2;Verdi Ugo;${said}`]
    const { asked, people } = await read(`Int.;Proprietario;${header}`, rows)
    expect(asked).toEqual(['rows:gone'])
    expect(people.map(({ holder }) => holder)).toEqual(['Rossi Lucia'])
    const read_ = await read(`Int.;Proprietario;${header}`, rows, { 'rows:gone': 'read' })
    expect(read_.people).toHaveLength(2)
    const fixed = await read(`Int.;Proprietario;${header}`, rows, { 'rows:gone': 'fix' })
    expect(fixed.issues).toHaveLength(1)
    expect(fixed.issues[0]).toMatch(/^C4 /)
  })
})

it('surname and name of the tenant in two columns are one name', async () => {
  for (const names of ['Cognome inquilino;Nome inquilino', 'Inquilino cognome;Inquilino nome']) {
    const { people } = await read(`Int.;Proprietario;${names}`, ['1;Rossi Lucia;Verdi;Ugo'])
    expect(people.map(({ holder }) => holder)).toEqual(['Rossi Lucia', 'Verdi Ugo'])
  }
})

it('who acts for a company is asked about, not taken for a part of its name', async () => {
  const { asked } = await read('Int.;Proprietario', ['1;Immobiliare Sole Srl - leg. rapp. Bianchi Carlo'])
  expect(asked).toEqual(['rows:odd_names'])
})

it('numbered holders have each their own share', async () => {
  const header = 'Int.;Proprietario 1;Quota 1;Proprietario 2;Quota 2'
  const rows = ['1;Rossi Lucia;1/3;Verdi Ugo;2/3', '2;Neri Ada;1/1;;']
  const { asked } = await read(header, rows)
  expect(asked).toEqual(['column:3'])
  const { people } = await read(header, rows, { 'column:3': 'also_owner' })
  const shares = people.map(({ holder, share_numerator, share_denominator }) => [
    holder,
    share_numerator,
    share_denominator,
  ])
  expect(shares).toEqual([
    ['Rossi Lucia', 1, 3],
    ['Verdi Ugo', 2, 3],
    ['Neri Ada', 1, 1],
  ])
})
