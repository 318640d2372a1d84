import { describe, expect, it } from 'vitest'
import type { CandidateBill } from '../bills/candidate-bill.ts'
import type { Answers } from '../import-view.ts'
import type { CandidateRight } from '../registry/candidate-right.ts'
import { readFile } from '../testing/read-file.ts'
import { notesOf } from './notes-of-import.ts'

const sheet = (...lines: string[]) => Buffer.from(lines.join('\n'))
const bills = (lines: string[], answers: Answers = {}) =>
  readFile<CandidateBill>('bills', sheet(...lines), 'a.csv', { answers })
const registry = (...lines: string[]) => readFile<CandidateRight>('registry', sheet(...lines), 'a.csv')
const open = ({ questions }: Awaited<ReturnType<typeof bills>>) =>
  questions.filter(({ answer }) => answer === null).map(({ question }) => question)

describe('a registry with few columns', () => {
  it('is recognised by a unit and a person', async () => {
    const { candidates, issues } = await registry(
      'Condominio Via Bellini 1',
      'Int.;Nominativo;Mill.',
      '1;Rossi Mario;400',
      '2;Bianchi Anna;600',
    )
    expect(issues).toEqual([])
    expect(candidates).toMatchObject([
      { unit: '1', holder: 'Rossi Mario', weights: { 'Mill.': 4_000_000 } },
      { unit: '2', holder: 'Bianchi Anna', weights: { 'Mill.': 6_000_000 } },
    ])
  })

  it('does not ask which column is the role where the other one holds courtesy titles', async () => {
    const { questions, candidates } = await registry(
      'Condominio Via Bellini 1',
      'Int.;Nominativo;Ruolo;Titolo;Mill.',
      '1;Rossi Mario;Pr;Dott.;400',
      '2;Bianchi Anna;Us;Sig.ra;300',
      '3;Verdi Ugo Srl;Pr;Spett.le;300',
    )
    expect(questions).toEqual([])
    expect(candidates.map(({ right_kind }) => right_kind)).toEqual(['owner', 'usufructuary', 'owner'])
  })

  it('takes staircases from headings in the column of units', async () => {
    const { candidates, issues, unread } = await registry(
      'Condominio Via Bellini 1',
      'Int.;Nominativo;Mill.',
      'SCALA A',
      '1;Rossi Mario;400',
      'SCALA B',
      '1;Verdi Ugo;600',
    )
    expect([issues, unread]).toEqual([[], []])
    expect(candidates.map(({ staircase, holder }) => [staircase, holder])).toEqual([
      ['A', 'Rossi Mario'],
      ['B', 'Verdi Ugo'],
    ])
  })

  it('asks which of two years’ balances counts, and proposes the later', async () => {
    const read = await registry(
      'Condominio Via Bellini 1',
      'Int.;Nominativo;Saldo 2024;Saldo 2025',
      '1;Rossi Mario;0;0',
      '2;Bianchi Anna;10;-20',
    )
    expect(read.questions).toMatchObject([
      { question: 'opening_balance', proposal: '3', answer: null },
      { question: 'sign', answer: null },
    ])
  })
})

describe('a list of bills without due dates', () => {
  const rows = ['Int.;Nominativo;Importo', '1;Rossi Mario;100', '2;Bianchi Anna;80']

  it('asks for the day, and proposes the one in the title', async () => {
    const titled = ['Condominio Via Po 1', '1^ rata - scadenza 31/01/2027', ...rows]
    const read = await bills(titled)
    expect(read.questions).toMatchObject([
      { question: 'due_day', free: 'date', proposal: '2027-01-31', answer: null },
    ])
    expect(read.candidates.map(({ due_date }) => due_date)).toEqual(['2027-01-31', '2027-01-31'])
    const answered = await bills(titled, { due_day: '2027-02-28' })
    expect(open(answered)).toEqual([])
    expect(answered.candidates.map(({ due_date }) => due_date)).toEqual(['2027-02-28', '2027-02-28'])
  })

  it.each([
    ['no day in the title', []],
    ['a day that is not about payment', ['Assemblea del 12/01/2027']],
    ['two days', ['Rate con scadenza 31/01/2027 e 30/06/2027']],
  ])('proposes none: %s', async (_, title) => {
    const read = await bills(['Condominio Via Po 1', ...title, ...rows])
    expect(read.questions).toMatchObject([{ question: 'due_day', proposal: null, answer: null }])
    expect([read.candidates, read.issues.length]).toEqual([[], 2])
    expect(notesOf({ kind: 'bills' }, read, read.plans).join(' ')).not.toContain('scadenza')
  })

  it('takes no answer that is not a day', async () => {
    const read = await bills(['Condominio Via Po 1', ...rows], { due_day: 'fine mese' })
    expect([open(read), read.candidates]).toEqual([['due_day'], []])
  })

  it('proposes the days of the title for instalments headed I, II, III', async () => {
    const read = await bills([
      'Condominio Corso Italia 3',
      'RATE 2027: scadenze 31 gen. 27 – 30 apr. 27 – 31 lug. 27',
      'Int.;Proprietario;I;II;III;Tot.',
      '1;Rossi Mario;100;110;120;330',
    ])
    expect(open(read)).toEqual(['due_dates'])
    expect(read.candidates.map(({ due_date, amount }) => [due_date, amount])).toEqual([
      ['2027-01-31', 10_000],
      ['2027-04-30', 11_000],
      ['2027-07-31', 12_000],
    ])
  })
})

describe('a column of buildings with empty cells below a filled one', () => {
  const lines = [
    'Stabile;Int.;Nominativo;Scadenza;Importo',
    'Via Roma 10;1;Rossi Mario;31/01/2027;100',
    ';2;Bianchi Anna;31/01/2027;101',
    'Corso Como 3;1;Neri Ada;31/01/2027;103',
    ';2;Ricci Elena;31/01/2027;105',
  ]
  it('asks whether they are of the building above, and says so on each row', async () => {
    const read = await bills(lines)
    expect(open(read)).toEqual(['building_above'])
    expect(read.candidates.map(({ condominium_name }) => condominium_name)).toEqual([
      'Via Roma 10',
      'Via Roma 10',
      'Corso Como 3',
      'Corso Como 3',
    ])
    expect(read.warnings.map(({ row, message }) => [row, message])).toEqual([
      [3, 'Il condominio non è scritto: è quello sopra, Via Roma 10.'],
      [5, 'Il condominio non è scritto: è quello sopra, Corso Como 3.'],
    ])
  })
  it('leaves them wrong when the person says no', async () => {
    const read = await bills(lines, { building_above: 'no' })
    expect([open(read), read.candidates.length]).toEqual([[], 2])
    expect(read.issues.map(({ row, field }) => [row, field])).toEqual([
      [3, 'condominium_name'],
      [5, 'condominium_name'],
    ])
  })
})

it('reads days and amounts as people type them, and refuses what may mean two things', async () => {
  const read = await bills([
    'Condominio Via Po 1',
    'N. bolletta;Int.;Nominativo;Scadenza;Importo',
    'A1;1;Rossi Mario;31 gen. 27;€. 100,00',
    'A2;2;Bianchi Anna;31 gennaio 2027;+45,00',
    'A3;3;Verdi Ugo;entro il 31/01/2027;100,00=',
    'A4;4;Neri Ada;fine gennaio;50,00',
    'A5;5;Neri Ada;31/01/2027;120,00 D',
  ])
  expect(read.candidates.map(({ due_date, amount }) => [due_date, amount])).toEqual([
    ['2027-01-31', 10_000],
    ['2027-01-31', 4_500],
    ['2027-01-31', 10_000],
  ])
  expect(read.issues.map(({ row, field }) => [row, field])).toEqual([
    [6, 'due_date'],
    [7, 'amount'],
  ])
})

describe('what is said of a file', () => {
  it('names columns that are not read with euro only where they hold money', async () => {
    const read = await bills([
      'Condominio Via Po 1',
      'Int.;Nominativo;Scadenza;Importo;N. rate;Mill.;Cauzione;Matricola',
      '1;Rossi Mario;31/01/2027;100;4;1000;55;7',
      '2;Bianchi Anna;31/01/2027;100;4;12,5;;',
    ])
    expect(
      notesOf({ kind: 'bills' }, read, read.plans).map((note) => note.replaceAll('\u00a0', ' ')),
    ).toEqual([
      'Colonne non importate: E «N. rate» (2 numeri, in tutto 8); F «Mill.» (2 numeri, in tutto 1.012,5); G «Cauzione» (1 numero, in tutto 55,00 €); H «Matricola» (1 numero, in tutto 7).',
    ])
  })

  it('shows of a wrong row who, where and how much', async () => {
    const { issues } = await bills([
      'Condominio Via Po 1',
      'Int.;Nominativo;Scadenza;Importo',
      '3;Rossi Mario;prima o poi;110,50',
    ])
    expect(issues).toMatchObject([{ about: { unit: '3', holder: 'Rossi Mario', amount: 11_050, table: 1 } }])
  })

  it('does not list a heading that names a building among the rows that are not imported', async () => {
    const { unread, candidates } = await bills([
      'Int.;Nominativo;Scadenza;Importo',
      'Condominio Via Po 1',
      '1;Rossi Mario;31/01/2027;100',
      'N.B. pagare in banca',
      '2;Bianchi Anna;31/01/2027;100',
    ])
    expect(unread.map(({ text }) => text)).toEqual(['N.B. pagare in banca'])
    expect(candidates.map(({ condominium_name }) => condominium_name)).toEqual([
      'Condominio Via Po 1',
      'Condominio Via Po 1',
    ])
  })
})
