import { formatEuro } from '@saldo/domain/money'
import type { TablePlan } from '../import-view.ts'
import { amountDetail, countOf, examplesOf, inAll, nameOf, sumOf } from '../read/column-words.ts'
import type { AskedQuestion } from '../read/question.ts'
import type { RecognisedColumn, RecognisedTable } from '../read/recognise-columns.ts'
import { mayBeInstalments } from './unused-columns.ts'

/** Columns of money beside each other that may be the instalments of a total. */
export function aboutInstalments({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const answer = answers.instalments ?? null
  const columns = recognised ? mayBeInstalments(recognised) : []
  if (columns.length === 0) return []
  const amount = recognised?.columns.find(({ field }) => field === 'amount')
  const names = columns.map(nameOf).join(', ')
  return [
    {
      question: 'instalments',
      sheet,
      table,
      text: `${names}: sono rate, ognuna con la sua scadenza?`,
      options: [
        { value: 'yes', label: `Sì, ${columns.length} rate per riga`, detail: inAll(sumOf(columns)) },
        {
          value: 'no',
          label:
            amount && !columns.includes(amount)
              ? `No: si chiede ${nameOf(amount)}`
              : 'No, sono un’altra cosa',
          detail: amount && !columns.includes(amount) ? amountDetail(amount) : null,
        },
      ],
      free: null,
      proposal: 'no',
      answer,
    },
  ]
}

/** Money beside the amount that no total explains: late fees, last year's balance, what is paid already. */
export function aboutExtras({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  if (!recognised) return []
  const { columns, layout } = recognised
  const owed = columns.filter(({ field }) => field === 'amount' || field === 'instalment')
  const rest = sumOf(owed)
  const split = mayBeInstalments(recognised)
  const amount = owed[0]?.index
  const isPart = ({ index }: RecognisedColumn) =>
    (recognised.sums ?? []).some(({ whole, parts }) => whole === amount && parts.includes(index))
  return columns
    .filter((column) => !split.includes(column) || (answers.instalments === 'no' && !isPart(column)))
    .filter(({ doubt, field }) => doubt === 'extra' && field !== 'instalment' && field !== 'amount')
    .map((column) => {
      const sum = column.facts?.sum ?? 0
      // Amounts with a point before the cents have no sum until somebody said that they are amounts.
      const inAllOf = (cents: number) => (column.facts?.points ? null : inAll(cents))
      const question = `extra:${column.index}`
      const name = nameOf(column)
      return {
        question,
        sheet,
        table,
        text: `Che cosa sono gli importi della colonna ${name}?${column.facts?.points ? '' : ` (${formatEuro(sum)})`}`,
        options: [
          { value: 'none', label: 'Non c’entrano con quello che si chiede', detail: inAll(rest) },
          {
            value: 'part',
            label: layout === 'months' ? 'Si aggiungono alla prima rata' : 'Si aggiungono all’importo',
            detail: inAllOf(rest + sum),
          },
          { value: 'paid', label: 'Sono già pagati: si tolgono', detail: inAllOf(rest - sum) },
          ...(layout === 'list'
            ? [{ value: 'amount', label: 'Sono l’importo da chiedere', detail: inAllOf(sum) }]
            : []),
        ],
        free: null,
        proposal: 'none',
        answer: answers[question] ?? null,
      }
    })
}

/** What else a column holds that no field takes, and what a header only suggests. */
export function aboutUses({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  if (!recognised || recognised.layout === 'units') return []
  return recognised.columns.flatMap((column): AskedQuestion[] => {
    if (column.doubt !== 'use' && column.doubt !== 'meaning') return []
    const question = `column:${column.index}`
    const own = column.own === undefined ? column.field : column.own
    const fields = own
      ? [own, ...choicesFor(column, recognised).filter((field) => field !== own)]
      : choicesFor(column, recognised)
    const examples = examplesOf(column)
    return [
      {
        question,
        sheet,
        table,
        text: own
          ? `La colonna ${nameOf(column)} è ${FIELD_WORDS[own] ?? own}?`
          : `A che cosa serve la colonna ${nameOf(column)}?`,
        options: [
          ...fields.map((field) => ({
            value: field,
            label: `${own === field ? 'Sì, è' : 'È'} ${FIELD_WORDS[field] ?? field}`,
            detail: examples,
          })),
          ...(own ? [] : rowChoices(column)),
          {
            value: 'none',
            label: own ? 'No, non importarla' : 'Non importarla',
            detail: own ? null : examples,
          },
        ],
        free: null,
        proposal: own ?? 'none',
        answer: answers[question] ?? null,
      },
    ]
  })
}

/** A column that says which rows are asked for: those with something in it, without, or with one of a few words. */
function rowChoices({ facts }: RecognisedColumn): AskedQuestion['options'] {
  const { filled = 0, values = [], empty = 0 } = facts ?? {}
  const some = values.length > 1 || empty > 0
  const only = some && values.length <= MOST_VALUES ? values : []
  return [
    ...(empty > 0
      ? [
          {
            value: 'skip_filled',
            label: 'Le righe in cui è scritta non si chiedono',
            detail: countOf(filled),
          },
          {
            value: 'skip_empty',
            label: 'Si chiedono solo le righe in cui è scritta',
            detail: countOf(filled),
          },
        ]
      : []),
    ...only.map(({ text, rows }) => ({
      value: `only:${text}`,
      label: `Si chiedono solo le righe con «${text}»`,
      detail: countOf(rows),
    })),
  ]
}
const MOST_VALUES = 4

function choicesFor({ facts, index }: RecognisedColumn, { layout, columns }: RecognisedTable): string[] {
  const { filled = 0, dates = 0, codes = 0, amounts = 0 } = facts ?? {}
  const free = (field: string) => !columns.some((column) => column.field === field && column.index !== index)
  if (dates * 2 > filled) return layout === 'list' ? ['due_date', 'issue_date'] : ['issue_date']
  if (codes * 2 > filled) return ['fiscal_code', 'condominium_fiscal_code', 'iban']
  if (amounts * 2 > filled) return layout === 'list' ? ['amount', 'number', 'unit'] : ['number', 'unit']
  return ['holder', 'description', 'notes', 'unit'].filter(
    (field) => field === 'notes' || field === 'holder' || free(field),
  )
}

/** Fields in a sentence. */
const FIELD_WORDS: Record<string, string> = {
  amount: 'l’importo da chiedere',
  due_date: 'la scadenza',
  issue_date: 'la data di emissione',
  holder: 'chi paga',
  fiscal_code: 'il codice fiscale di chi paga',
  condominium_fiscal_code: 'il codice fiscale del condominio',
  condominium_name: 'il condominio',
  iban: 'l’IBAN del condominio',
  unit: 'l’interno',
  number: 'il numero della bolletta',
  description: 'la causale',
  notes: 'una nota',
}
