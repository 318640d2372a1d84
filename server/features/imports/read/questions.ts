import { formatDate, isDay } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import { formatEuro } from '@saldo/domain/money'
import { dueDayAnswer, dueDaysOf, needsDueDay } from '../bills/due-day.ts'
import { aboutExtras, aboutInstalments, aboutUses } from '../doubts/questions-of-columns.ts'
import { aboutForms } from '../doubts/questions-of-forms.ts'
import { aboutTable } from '../doubts/questions-of-tables.ts'
import type { TablePlan } from '../import-view.ts'
import { aboutColumnsOfUnits } from '../registry/questions-of-units.ts'
import { signInHeader } from '../registry/sign-in-header.ts'
import { amountDetail, examplesOf, inAll, nameOf, sumOf } from './column-words.ts'
import { type AskedQuestion, placeOf, type Question } from './question.ts'
import { aboutAnnual, aboutMarks } from './questions-of-amounts.ts'
import { aboutBuilding, aboutBuildingAbove, aboutCodes } from './questions-of-buildings.ts'
import { aboutTwoBalances, aboutWhose } from './questions-of-people.ts'
import type { RecognisedColumn } from './recognise-columns.ts'
import { roleOfTable } from './roles-in-text.ts'
import type { Buildings } from './table-building.ts'

/** The questions of all tables that are read, answered ones included. */
export const questionsOf = (plans: readonly TablePlan[], known: Buildings): Question[] =>
  plans
    .filter(({ skipped, recognised }) => !skipped && recognised !== null)
    .flatMap((plan) =>
      [
        ...aboutBuilding(plan, plans, known),
        ...aboutBuildingAbove(plan, known),
        ...aboutCodes(plan),
        ...aboutHeadings(plan),
        ...aboutHiddenRows(plan),
        ...aboutTable(plan),
        ...aboutForms(plan),
        ...aboutMarks(plan),
        ...aboutPairs(plan),
        ...aboutInstalments(plan),
        ...aboutColumns(plan),
        ...aboutExtras(plan),
        ...aboutUses(plan),
        ...(plan.recognised?.layout === 'units' ? aboutColumnsOfUnits(plan) : []),
        ...aboutAnnual(plan),
        ...aboutDueDates(plan),
        ...aboutDueDay(plan),
        ...aboutSign(plan),
        ...aboutRole(plan),
        ...aboutWhose(plan),
        ...aboutTwoBalances(plan),
        ...aboutCells(plan),
      ].map((asked) => ({
        ...asked,
        answer: isAnswer(asked) ? asked.answer : null,
        remembered: plan.remembered?.includes(asked.question) ?? false,
      })),
    )

/** Whether the answer is one of the options, or one that may be given freely; any other leaves the question open. */
export function isAnswer({
  options,
  free,
  answer,
}: Pick<AskedQuestion, 'options' | 'free' | 'answer'>): boolean {
  if (answer === null || options.some(({ value }) => value === answer)) return true
  if (free === 'condominium') return /^account:\d+$|^name:\s*\S/.test(answer)
  return free === 'date' && isDay(answer)
}

/** What cells left open when the rows were read. */
const aboutCells = ({ doubts = [], answers }: TablePlan): AskedQuestion[] =>
  doubts.map((doubt) => ({ ...doubt, free: null, answer: answers[doubt.question] ?? null }))

function aboutHeadings(plan: TablePlan): AskedQuestion[] {
  const headings = plan.recognised?.headings
  const named = plan.recognised?.columns.some(({ field }) => field === 'condominium_name')
  if (!headings || named) return []
  const said = headings.first.map(({ row, text }) => `riga ${row} «${text}»`).join(', ')
  const more =
    headings.count > headings.first.length ? ` e altre ${headings.count - headings.first.length}` : ''
  return [
    {
      question: 'headings',
      ...placeOf(plan),
      text: `Fra le righe ci sono scritte senza importo (${said}${more}): che cosa sono?`,
      options: [
        { value: 'notes', label: 'Note', detail: 'non cambiano di chi sono le righe sotto' },
        { value: 'buildings', label: 'Nomi di condomini', detail: 'le righe sotto sono di quel condominio' },
        { value: 'skip', label: 'Altro: le righe sotto non si importano', detail: null },
      ],
      free: null,
      proposal: 'notes',
      answer: plan.answers.headings ?? null,
    },
  ]
}

/** A filter hides rows: perhaps those that are paid already. */
function aboutHiddenRows(plan: TablePlan): AskedQuestion[] {
  const hidden = plan.recognised?.hidden_rows ?? 0
  if (hidden === 0) return []
  return [
    {
      question: 'hidden_rows',
      ...placeOf(plan),
      text:
        hidden === 1
          ? 'Una riga con dati è nascosta nel foglio: va importata?'
          : `${hidden} righe con dati sono nascoste nel foglio: vanno importate?`,
      options: [
        { value: 'read', label: 'Sì, come le altre', detail: null },
        { value: 'skip', label: 'No, restano fuori', detail: null },
      ],
      free: null,
      proposal: 'read',
      answer: plan.answers.hidden_rows ?? null,
    },
  ]
}

function aboutPairs(plan: TablePlan): AskedQuestion[] {
  const { recognised, answers } = plan
  if (!recognised?.pairs_unsure) return []
  const amounts = recognised.columns.filter(({ pair }) => pair === 'amount')
  return [
    {
      question: 'pairs',
      ...placeOf(plan),
      text: 'Scadenza e importo si ripetono: sono rate della stessa riga?',
      options: [
        { value: 'all', label: `Sì, ${amounts.length} rate per riga`, detail: inAll(sumOf(amounts)) },
        ...amounts.map((column) => ({
          value: String(column.index),
          label: `No: solo ${nameOf(column)}`,
          detail: amountDetail(column),
        })),
      ],
      free: null,
      proposal: 'all',
      answer: answers.pairs ?? null,
    },
  ]
}

/** The fields that two columns may hold, as a question. */
const columnQuestions: Record<string, string> = {
  amount: 'Quale colonna è l’importo da chiedere?',
  due_date: 'Quale colonna è la scadenza?',
  holder: 'Quale colonna dice chi paga?',
  condominium_name: 'Quale colonna è il condominio?',
  fiscal_code: 'Quale colonna è il codice fiscale di chi paga?',
  number: 'Quale colonna è il numero della bolletta?',
  unit: 'Quale colonna è l’interno?',
  staircase: 'Quale colonna è la scala?',
  floor: 'Quale colonna è il piano?',
  role: 'Quale colonna è il ruolo?',
  share: 'Quale colonna è la quota di possesso?',
  email: 'Quale colonna è l’e-mail da usare?',
  pec: 'Quale colonna è la PEC?',
  phone: 'Quale colonna è il telefono da usare?',
  address: 'Quale colonna è l’indirizzo a cui scrivere?',
  zip_code: 'Quale colonna è il CAP dell’indirizzo?',
  city: 'Quale colonna è il comune dell’indirizzo?',
  province: 'Quale colonna è la provincia dell’indirizzo?',
  since: 'Quale colonna è l’inizio del diritto?',
  until: 'Quale colonna è la fine del diritto?',
  opening_balance: 'Quale colonna è il saldo da riportare?',
  opening_debt: 'Quale colonna è il debito da riportare?',
}

function aboutColumns(plan: TablePlan): AskedQuestion[] {
  const columns = plan.recognised?.columns ?? []
  return Object.entries(columnQuestions).flatMap(([field, text]) => {
    const rivals = columns.filter(
      (column) => column.tied === field && column.facts?.differs && !holdsCourtesyTitles(column),
    )
    const chosen = columns.find((column) => column.field === field)
    if (rivals.length === 0 || !chosen) return []
    const options = [chosen, ...rivals]
      .sort((a, b) => a.index - b.index)
      .map((column) => ({
        value: String(column.index),
        label: nameOf(column),
        detail: AMOUNTS.has(field) ? amountDetail(column) : examplesOf(column),
      }))
    const all = [chosen, ...rivals]
    if (
      field === 'amount' &&
      plan.recognised?.layout === 'list' &&
      all.every(({ header }) => !A_RESULT.test(fold(header)))
    )
      options.push(sumOption(all))
    if (field === 'opening_debt') options.push(sumOption(all))
    const answer = plan.answers[field] ?? null
    return [
      {
        question: field,
        ...placeOf(plan),
        text,
        options,
        free: null,
        proposal: String(chosen.index),
        answer,
      },
    ]
  })
}
/** Whether all cells say `Dott.`, `Sig.ra` or the like: a column "Titolo" may hold these or rights. */
const holdsCourtesyTitles = ({ facts }: RecognisedColumn): boolean => {
  const values = facts?.values ?? []
  return values.length > 0 && values.every(({ text }) => COURTESY.test(fold(text)))
}
const COURTESY =
  /^(?:dott|dr|sig|spett|ing|avv|geom|rag|arch|prof|egr|gent|gentil|on|cav|comm|notaio|don|per\.? ?ind)(?:\.?(?:ssa|ra|re|rina|ri|le|mo|ma|gio|gia|ri|to|or|ore))?\.?(?: (?:dott|dr|sig|ing|avv)\.?(?:ssa|ra)?)?$/

/** Totals and what is left of them: nothing to add up. */
const A_RESULT =
  /\b(?:tot|total[ei]|residu[oi]|sald[oi]|rest[oa]|nett[oa]|lord[oa]|annu[oa]|da (?:pagare|versare)|dovut[oa]|20\d\d)\b/

/** The amount may be the sum of several columns. */
const sumOption = (columns: RecognisedColumn[]) => ({
  value: 'sum',
  label: `La somma di ${columns
    .toSorted((a, b) => a.index - b.index)
    .map(nameOf)
    .join(' e ')}`,
  detail: inAll(sumOf(columns)),
})
const AMOUNTS = new Set(['amount', 'opening_balance', 'opening_debt'])

function aboutDueDates(plan: TablePlan): AskedQuestion[] {
  const { recognised, answers } = plan
  if (recognised?.layout !== 'months') return []
  if (recognised.columns.some(({ field }) => field === 'instalment_due')) return []
  const columns = recognised.columns.filter(({ field }) => field === 'instalment')
  const missing = columns.filter(({ due_date }) => !due_date)
  if (missing.length === 0 && !recognised.dues_derived) return []
  const dated = columns
    .map((column) => `${nameOf(column)}: ${column.due_date ? formatDate(column.due_date) : 'manca'}`)
    .join(' · ')
  return [
    {
      question: 'due_dates',
      ...placeOf(plan),
      text:
        missing.length > 0
          ? 'Il foglio non dice quando scadono tutte le rate: scrivi le date che mancano.'
          : 'Le scadenze delle rate non sono scritte per intero o non sono in ordine: vanno bene queste?',
      options: missing.length > 0 ? [] : [{ value: 'yes', label: 'Sì, vanno bene', detail: dated }],
      free: null,
      proposal: missing.length > 0 ? null : 'yes',
      answer: missing.length > 0 ? null : (answers.due_dates ?? null),
    },
  ]
}

/** A list without a column of due dates: the day may stand in a title, or only the person knows it. */
function aboutDueDay(plan: TablePlan): AskedQuestion[] {
  if (!needsDueDay(plan)) return []
  const { days, sure } = dueDaysOf(plan)
  return [
    {
      question: 'due_day',
      ...placeOf(plan),
      text: 'Quando scadono queste rate? Il foglio non ha una colonna con la scadenza.',
      options: days.map((day) => ({ value: day, label: formatDate(day), detail: 'scritto sopra le righe' })),
      free: 'date',
      proposal: sure,
      answer: dueDayAnswer(plan),
    },
  ]
}

/** Offices write what is owed as a negative or as a positive balance: the header does not tell. */
function aboutSign(plan: TablePlan): AskedQuestion[] {
  const column = plan.recognised?.columns.find(
    ({ field, doubt }) => !doubt && (field === 'opening_balance' || field === 'opening_debt'),
  )
  const said =
    column &&
    (plan.answers.marked_rows?.startsWith('owed:') ||
      (plan.answers.sign === undefined &&
        ((column.field === 'opening_debt' && (column.facts?.negative ?? 0) === 0) ||
          signInHeader(column.header) !== null)))
  if (!column?.facts || column.facts.amounts === 0 || said) return []
  const { positive, negative } = column.facts
  const both = `${formatEuro(negative)} sotto zero, ${formatEuro(positive)} sopra`
  return [
    {
      question: 'sign',
      ...placeOf(plan),
      text: `In ${nameOf(column)} chi deve pagare ha un saldo negativo o positivo? (${both})`,
      options: [
        {
          value: 'negative',
          label: 'Negativo: chi deve pagare è sotto zero',
          detail: `da pagare ${formatEuro(-negative)}, a credito ${formatEuro(positive)}`,
        },
        {
          value: 'positive',
          label: 'Positivo: chi deve pagare è sopra zero',
          detail: `da pagare ${formatEuro(positive)}, a credito ${formatEuro(-negative)}`,
        },
      ],
      free: null,
      proposal: column.field === 'opening_debt' ? 'positive' : 'negative',
      answer: plan.answers.sign ?? null,
    },
  ]
}

/** Without a column of roles, title and sheet say whether the rows are owners or tenants; if they say both, a person does. */
function aboutRole({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  if (recognised?.layout !== 'units') return []
  if (recognised.columns.some(({ field }) => field === 'role')) return []
  const { kind, kinds } = roleOfTable(sheet, recognised)
  if (kind !== null) return []
  const people = recognised.columns.find(({ field }) => field === 'holder' || field === 'surname')
  const count = people?.facts?.filled ?? 0
  const rows = count === 1 ? 'una riga' : `${count} righe`
  return [
    {
      question: 'table_role',
      sheet,
      table,
      text: 'Che diritto hanno le persone di queste righe? Il titolo non lo dice con certezza.',
      options: ROLE_LABELS.map(([value, label]) => ({ value, label, detail: rows })),
      free: null,
      proposal: kinds[0] ?? 'owner',
      answer: answers.table_role ?? null,
    },
  ]
}
const ROLE_LABELS = [
  ['owner', 'Proprietari'],
  ['tenant', 'Inquilini'],
  ['usufructuary', 'Usufruttuari'],
  ['bare_owner', 'Nudi proprietari'],
] as const
