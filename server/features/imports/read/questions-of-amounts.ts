import { fold } from '@saldo/domain/fold'
import { formatEuro } from '@saldo/domain/money'
import type { TablePlan } from '../import-view.ts'
import { countOf } from './column-words.ts'
import type { AskedQuestion } from './question.ts'
import type { RecognisedColumn } from './recognise-columns.ts'
import { asksTheRest, type RowMarks } from './row-marks.ts'

/** Rows that the file marks as paid, cancelled or a credit, and what a column such as "D/A" says of a balance. */
export function aboutMarks(plan: TablePlan): AskedQuestion[] {
  const { sheet, table, recognised, answers } = plan
  if (!recognised?.marks) return []
  const balance = recognised.columns.some(
    ({ field }) => field === 'opening_balance' || field === 'opening_debt',
  )
  const asked =
    recognised.layout === 'units'
      ? balance && signOf(recognised.marks)
      : settledOf(recognised.marks, recognised.columns)
  if (!asked) return []
  return [
    { question: 'marked_rows', sheet, table, ...asked, free: null, answer: answers.marked_rows ?? null },
  ]
}

type Asked = Pick<AskedQuestion, 'text' | 'options' | 'proposal'>

function settledOf(marks: RowMarks, columns: readonly RecognisedColumn[]): Asked | null {
  const { rows, marked, state } = marks
  const paid = asksTheRest(columns) ? 0 : marks.paid
  if (marked.rows === 0 && paid === 0 && !state) return null
  const words = marked.words.map((word) => `«${word}»`).join(', ')
  const said = [
    ...(marked.rows > 0 ? [`${inRows(marked.rows)} c’è scritto ${words}`] : []),
    ...(paid > 0 ? [`il foglio dice che sono già stati pagati ${formatEuro(paid)}`] : []),
    ...(marked.rows === 0 && state ? [`la colonna ${state.name} dice cose diverse da riga a riga`] : []),
  ].join(', e ')
  return {
    text: `${said.charAt(0).toUpperCase()}${said.slice(1)}: quali righe vanno chieste?`,
    options: [
      { value: 'read', label: 'Tutte, per l’intero importo', detail: countOf(rows) },
      ...(marked.rows > 0
        ? [
            {
              value: 'skip',
              label: `Tutte, tranne quelle con scritto ${words}`,
              detail: `${countOf(rows - marked.rows)}, ${countOf(marked.rows)} ${marked.rows === 1 ? 'resta' : 'restano'} fuori`,
            },
          ]
        : []),
      ...(paid > 0
        ? [
            {
              value: 'rest',
              label: 'Tutte, per quello che resta',
              detail: 'quello che è già pagato si toglie dall’importo, dalla prima rata in poi',
            },
          ]
        : []),
      ...(state?.values ?? []).map(({ text, rows }) => ({
        value: `only:${text}`,
        label: text === '' ? `Solo quelle senza niente in ${state?.name}` : `Solo quelle con «${text}»`,
        detail: countOf(rows),
      })),
    ],
    proposal: null,
  }
}

function signOf({ state }: RowMarks): Asked | null {
  if (!state || !SIGN.test(fold(state.name))) return null
  return {
    text: `Nella colonna ${state.name}, quale segno ha chi deve pagare?`,
    options: [
      ...state.values.map(({ text, rows }) => ({
        value: `owed:${text}`,
        label: text === '' ? 'Chi non ha niente deve pagare' : `«${text}» deve pagare`,
        detail: `${countOf(rows)}; le altre hanno un credito`,
      })),
      { value: 'read', label: 'Non dice il segno del saldo', detail: null },
    ],
    proposal: null,
  }
}
const SIGN = /segno|dare|d\/?a|[+]\/-/
/** The amount of a whole year asked at one due date is probably a share of several instalments. */
export function aboutAnnual({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  if (recognised?.layout !== 'list') return []
  const amount = recognised.columns.find(({ field }) => field === 'amount')
  const instalments = recognised.columns.find(
    ({ field, header, facts }) =>
      field === null && COUNT_OF_INSTALMENTS.test(fold(header)) && isSmall(facts?.sum, facts?.amounts),
  )
  if (!amount || !(ANNUAL.test(fold(amount.header)) || instalments)) return []
  const why = instalments
    ? `La colonna ${instalments.letter} «${instalments.header}» dice in quante rate va pagato`
    : `${amount.letter} «${amount.header}» sembra l’importo di tutto l’anno`
  return [
    {
      question: 'annual',
      sheet,
      table,
      text: `${why}: chiedo ogni importo in una volta sola, alla scadenza della riga?`,
      options: [
        {
          value: 'yes',
          label: 'Sì, in una volta sola',
          detail: 'per chiederlo a rate scarta il file: serve una colonna per rata, oppure un preventivo',
        },
      ],
      free: null,
      proposal: 'yes',
      answer: answers.annual ?? null,
    },
  ]
}
const ANNUAL = /\b(?:annu[aoei]|annual[ei]|anno|intero esercizio|totale esercizio)\b/
const COUNT_OF_INSTALMENTS = /^(?:n(?:r|um(?:ero)?)?[. °º]*(?:di )?)?rate$/
/** Numbers of instalments: 2 to 24 on average. */
const isSmall = (cents = 0, rows = 0): boolean => rows > 0 && cents / rows >= 200 && cents / rows <= 2_400

const inRows = (rows: number): string => (rows === 1 ? 'in una riga' : `in ${rows} righe`)
