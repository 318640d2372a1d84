import { formatEuro } from '@saldo/domain/money'
import type { TablePlan } from '../import-view.ts'
import type { AskedQuestion } from '../read/questions.ts'

/** Rows that may be totals or no people, rows that are equal, and totals that the rows do not add up to. */
export const aboutRows = (plan: TablePlan): AskedQuestion[] => [
  ...aboutOddRows(plan),
  ...aboutEqualRows(plan),
  ...aboutTotals(plan),
]

function aboutOddRows({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const odd = recognised?.row_doubts?.odd ?? []
  if (odd.length === 0) return []
  const said = odd
    .slice(0, 4)
    .map(({ row, text }) => `riga ${row}${text === '' ? '' : ` «${text}»`}`)
    .join(', ')
  const more = odd.length > 4 ? ` e altre ${odd.length - 4}` : ''
  return [
    {
      question: 'odd_rows',
      sheet,
      table,
      text:
        odd.length === 1
          ? `Una riga è diversa dalle altre (${said}): è una persona che deve pagare?`
          : `Alcune righe sono diverse dalle altre (${said}${more}): sono persone che devono pagare?`,
      options: [
        { value: 'read', label: 'Sì, si chiede come alle altre', detail: null },
        {
          value: 'skip',
          label: 'No, è un totale o un riepilogo',
          detail: `${countOf(odd.length)} ${odd.length === 1 ? 'resta' : 'restano'} fuori`,
        },
      ],
      free: null,
      proposal: 'skip',
      answer: answers.odd_rows ?? null,
    },
  ]
}

function aboutEqualRows({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const equal = recognised?.row_doubts?.equal
  if (!equal) return []
  return [
    {
      question: 'equal_rows',
      sheet,
      table,
      text:
        equal.count === 1
          ? `La riga ${equal.row} è uguale alla riga ${equal.like}: sono due bollette o una sola?`
          : `${equal.count} righe sono uguali ad altre (la riga ${equal.row} alla ${equal.like}): ognuna è una bolletta?`,
      options: [
        { value: 'one', label: 'È la stessa bolletta: si chiede una volta', detail: null },
        {
          value: 'both',
          label: 'Sono bollette diverse: si chiedono tutte',
          detail: `${countOf(equal.count)} in più`,
        },
      ],
      free: null,
      proposal: 'one',
      answer: answers.equal_rows ?? null,
    },
  ]
}

function aboutTotals({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const totals = recognised?.row_doubts?.totals ?? []
  if (totals.length === 0) return []
  const said = totals
    .map(
      ({ row, written, found }) =>
        `riga ${row}: scritto ${formatEuro(written)}, le righe sommano ${formatEuro(found)}`,
    )
    .join('; ')
  return [
    {
      question: 'totals',
      sheet,
      table,
      text: `Il totale del foglio non torna con le righe (${said}). Importo lo stesso?`,
      options: [
        {
          value: 'yes',
          label: 'Sì, gli importi delle righe sono giusti',
          detail: 'altrimenti correggi il file e caricalo di nuovo',
        },
      ],
      free: null,
      proposal: 'yes',
      answer: answers.totals ?? null,
    },
  ]
}

const countOf = (rows: number): string => (rows === 1 ? '1 riga' : `${rows} righe`)
