import { formatEuro } from '@saldo/domain/money'
import type { TablePlan } from '../import-view.ts'
import { examplesOf, nameOf } from '../read/column-words.ts'
import { normalHeader } from '../read/header-words.ts'
import type { AskedQuestion } from '../read/question.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import { type UseOfColumn, useOfColumn } from './columns-of-units.ts'
import { rightInHeader } from './person-headers.ts'

/** Asks what the columns of a registry hold that no field takes; see columns-of-units.ts. */
export function aboutColumnsOfUnits({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  return (recognised?.columns ?? []).flatMap((column): AskedQuestion[] => {
    const isSetByHand = column.field !== null && column.own === undefined
    const use = column.doubt === 'use' && !isSetByHand ? useOfColumn(column) : null
    if (!use) return []
    const question = `column:${column.index}`
    return [
      {
        question,
        sheet,
        table,
        ...wordsFor[use](column),
        free: null,
        answer: answers[question] ?? null,
      },
    ]
  })
}

type Words = Pick<AskedQuestion, 'text' | 'options' | 'proposal'>

const notImported = (column: RecognisedColumn) => ({
  value: 'none',
  label: 'Non importarla',
  detail: examplesOf(column),
})

const wordsFor: Record<UseOfColumn, (column: RecognisedColumn) => Words> = {
  people: (column) => ({
    text: `Chi sono le persone della colonna ${nameOf(column)}?`,
    options: [
      {
        value: 'also_owner',
        label: 'Comproprietari',
        detail: 'parti uguali, se il foglio non dice le quote',
      },
      { value: 'also_usufructuary', label: 'Usufruttuari', detail: null },
      { value: 'also_bare_owner', label: 'Nudi proprietari', detail: null },
      { value: 'also_tenant', label: 'Inquilini', detail: null },
      { ...notImported(column), label: 'Altre persone: non importarle' },
    ],
    proposal: rightInHeader(normalHeader(column.header)),
  }),
  balance: (column) => {
    const { positive = 0, negative = 0, amounts = 0 } = column.facts ?? {}
    const sums = (owed: number, credit: number) =>
      amounts > 0 ? `da pagare ${formatEuro(owed)}, a credito ${formatEuro(credit)}` : null
    return {
      text: `Che cosa sono gli importi della colonna ${nameOf(column)}?`,
      options: [
        {
          value: 'opening_debt',
          label: 'Saldi da riportare: chi deve pagare è sopra zero',
          detail: sums(positive, -negative),
        },
        {
          value: 'opening_balance',
          label: 'Saldi da riportare: chi deve pagare è sotto zero',
          detail: sums(-negative, positive),
        },
        { value: 'opening_credit', label: 'Crediti da riportare, scritti senza segno', detail: null },
        notImported(column),
      ],
      proposal: 'none',
    }
  },
  weight: (column) => ({
    text: `La colonna ${nameOf(column)} è una tabella millesimale? I suoi valori sommano a un intero.`,
    options: [
      { value: 'weight', label: 'Sì, è una tabella millesimale', detail: examplesOf(column) },
      { ...notImported(column), label: 'No, non importarla', detail: null },
    ],
    proposal: 'weight',
  }),
  annex: (column) => ({
    text: `Quelle della colonna ${nameOf(column)} sono unità a parte?`,
    options: [
      {
        value: 'annex',
        label: 'Sì: diventano unità delle stesse persone',
        detail: examplesOf(column),
      },
      {
        value: 'none',
        label: 'No, fanno parte dell’unità della riga',
        detail: 'la colonna non viene importata',
      },
    ],
    proposal: 'none',
  }),
}
