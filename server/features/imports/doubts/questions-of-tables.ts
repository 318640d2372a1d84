import { fold } from '@saldo/domain/fold'
import type { TablePlan } from '../import-view.ts'
import { inAll, sumOf } from '../read/column-words.ts'
import type { AskedQuestion } from '../read/question.ts'

/** Whether a table is to be billed at all, and in which money its amounts are. */
export const aboutTable = (plan: TablePlan): AskedQuestion[] =>
  plan.recognised?.layout === 'units'
    ? []
    : [...aboutMatter(plan), ...aboutRepeated(plan), ...aboutMoney(plan)]

function aboutMatter({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const said = recognised?.mentions ?? []
  if (said.length === 0) return []
  return [
    {
      question: 'matter',
      sheet,
      table,
      text: `Il foglio dice ${said.map((line) => `«${line}»`).join(', ')}: le sue righe sono da chiedere?`,
      options: [
        { value: 'yes', label: 'Sì, sono bollette da chiedere', detail: null },
        { value: 'no', label: 'No, questa tabella non si importa', detail: null },
      ],
      free: null,
      proposal: null,
      answer: answers.matter ?? null,
    },
  ]
}

function aboutRepeated({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const like = recognised?.repeats
  if (!like) return []
  const name = like.sheet === sheet ? `della tabella ${like.table}` : `del foglio «${like.sheet}»`
  return [
    {
      question: 'repeats',
      sheet,
      table,
      text: `Qui ci sono le stesse persone ${name}: si chiedono tutte e due le volte?`,
      options: [
        { value: 'no', label: 'No, questa tabella non si importa', detail: null },
        { value: 'other', label: `No, non si importa quella ${name}`, detail: null },
        { value: 'yes', label: 'Sì, sono bollette diverse', detail: null },
      ],
      free: null,
      proposal: 'no',
      answer: answers.repeats ?? null,
    },
  ]
}

/** Words that say that an amount is no euro, or not whole ones. */
const OTHER_MONEY =
  /\b(?:cent|cents|centesimi|migliaia|mila|k|chf|franchi|usd|dollar[io]|gbp|sterline|lire)\b|\bcent\.|[$£]/
function aboutMoney({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  if (!recognised) return []
  const owed = recognised.columns.filter(({ field }) => field === 'amount' || field === 'instalment')
  const texts = [
    ...owed.map(({ header, group }) => `${group} ${header}`),
    ...recognised.title.text.split('\n'),
  ]
  const said = texts.find((text) => OTHER_MONEY.test(fold(text)))?.trim()
  if (said === undefined) return []
  const cents = sumOf(owed)
  return [
    {
      question: 'money',
      sheet,
      table,
      text: `Il foglio dice «${said}»: in che cosa sono scritti gli importi?`,
      options: [
        { value: 'euro', label: 'In euro', detail: inAll(cents) },
        { value: 'cents', label: 'In centesimi di euro', detail: inAll(Math.round(cents / 100)) },
        { value: 'thousands', label: 'In migliaia di euro', detail: inAll(cents * 1_000) },
      ],
      free: null,
      proposal: null,
      answer: answers.money ?? null,
    },
  ]
}
