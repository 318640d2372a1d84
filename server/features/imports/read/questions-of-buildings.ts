import { fold } from '@saldo/domain/fold'
import type { TablePlan } from '../import-view.ts'
import { nameOf } from './column-words.ts'
import { type AskedQuestion, placeOf } from './question.ts'
import { type Buildings, buildingOf } from './table-building.ts'

/** The building of a table that the file does not name beyond doubt. */
export function aboutBuilding(
  plan: TablePlan,
  plans: readonly TablePlan[],
  known: Buildings,
): AskedQuestion[] {
  const found = buildingOf(plan, plans, known)
  const answer = plan.answers.condominium ?? null
  if (found.from !== 'asked' && answer === null) return []
  const proposals = found.from === 'asked' ? found.proposals : []
  return [
    {
      question: 'condominium',
      ...placeOf(plan),
      text: 'Di quale condominio sono le righe?',
      options: proposals.map((name) => ({ value: `name:${name}`, label: name, detail: null })),
      free: 'condominium',
      proposal: proposals[0] ? `name:${proposals[0]}` : null,
      answer,
    },
  ]
}

/**
 * A column such as "Edificio" with numbers or single letters, or beside a title that names another building: condominiums,
 * or the parts of one.
 */
export function aboutCodes(plan: TablePlan): AskedQuestion[] {
  const answer = plan.answers.building_codes ?? null
  const column = plan.recognised?.columns.find(({ field }) => field === 'condominium_name')
  const { filled = 0, wordless = 0, values = [] } = column?.facts ?? {}
  const codes = filled > 0 && wordless === filled
  const title = plan.recognised?.title.condominium_name
  const others =
    title !== undefined && values.length > 0 && values.every(({ text }) => !isPartOf(text, title))
  const asked = column && (codes || others)
  if (!asked && answer === null) return []
  return [
    {
      question: 'building_codes',
      ...placeOf(plan),
      text: column
        ? `In ${nameOf(column)} c’è scritto ${column.facts?.examples.map((text) => `«${text}»`).join(', ')}${title ? `, il titolo dice «${title}»` : ''}: che cosa sono?`
        : 'I numeri degli edifici sono condomini o parti di uno?',
      options: [
        { value: 'condominiums', label: 'Condomini', detail: 'si chiamano come è scritto nella colonna' },
        { value: 'parts', label: 'Scale o palazzine di un condominio solo', detail: null },
        { value: 'none', label: 'Un codice che non serve', detail: 'la colonna non viene importata' },
      ],
      free: null,
      proposal: null,
      answer,
    },
  ]
}

/** Whether two names may be of one building: one has all words of the other, but for the kind of building. */
function isPartOf(one: string, other: string): boolean {
  const [few = [], many = []] = [one, other]
    .map(
      (name) =>
        fold(name)
          .match(/[a-z0-9]+/g)
          ?.filter((word) => !KIND_WORDS.has(word)) ?? [],
    )
    .toSorted((a, b) => a.length - b.length)
  return few.every((word) => many.includes(word))
}
const KIND_WORDS = new Set('condominio cond supercondominio di del della il la le i gli'.split(' '))

/** Merged cells of a column of buildings hold their text in the first row only. */
export function aboutBuildingAbove(plan: TablePlan, { file }: Buildings): AskedQuestion[] {
  const gaps = plan.recognised?.building_gaps
  const column = plan.recognised?.columns.find(({ field }) => field === 'condominium_name')
  if (!gaps || !column) return []
  const rows = gaps.count === 1 ? `alla riga ${gaps.first_row} manca` : `in ${gaps.count} righe manca`
  return [
    {
      question: 'building_above',
      ...placeOf(plan),
      text: `Nella colonna ${nameOf(column)} ${rows} il condominio: è quello scritto sopra?`,
      options: [
        { value: 'above', label: 'Sì, quello della riga sopra', detail: 'come nelle celle unite' },
        {
          value: 'no',
          label: file?.name ? `No, è ${file.name}` : 'No, lo scrivo io',
          detail: file?.name ? null : 'le righe restano da correggere',
        },
      ],
      free: null,
      proposal: 'above',
      answer: plan.answers.building_above ?? null,
    },
  ]
}
