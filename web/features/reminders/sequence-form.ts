import {
  type AddressForm,
  earliestStep,
  latestStep,
  levelsOf,
  type ReminderStep,
} from '@saldo/domain/arrears/reminder-plan'
import { inForm, whyNotSequence } from '@saldo/domain/arrears/reminder-texts'
import type { Sequence } from './reminder-query.ts'

/** A step as typed: a number of days, before or after the due date. */
export type StepValue = {
  days: string
  when: 'before' | 'after'
  name: string
  subject: string
  text: string
}
export type SequenceValues = {
  automatic: boolean
  not_within_days: string
  least_residue: number | null
  address_form: AddressForm
  steps: StepValue[]
}

export const sequenceValues = (of: Sequence): SequenceValues => ({
  automatic: of.automatic,
  not_within_days: String(of.not_within_days),
  least_residue: of.least_residue,
  address_form: of.address_form,
  steps: of.steps.map(({ days, ...words }) => ({
    ...words,
    days: String(Math.abs(days)),
    when: days < 0 ? 'before' : 'after',
  })),
})

export const emptyStep: StepValue = { days: '', when: 'after', name: '', subject: '', text: '' }

const isCount = (text: string) => /^\d{1,4}$/.test(text.trim())

/** Errors of a step, by path: `steps.0.text`. */
export function checkSteps({ steps, address_form }: SequenceValues): Record<string, string> {
  const wrong: Record<string, string> = {}
  steps.forEach((step, place) => {
    const most = step.when === 'before' ? -earliestStep : latestStep
    if (!isCount(step.days)) wrong[`steps.${place}.days`] = 'Scrivi quanti giorni.'
    else if (Number(step.days) > most) wrong[`steps.${place}.days`] = `Al massimo ${most} giorni.`
    if (step.name.trim() === '') wrong[`steps.${place}.name`] = 'Dai un nome al livello.'
    if (step.subject.trim() === '') wrong[`steps.${place}.subject`] = 'Scrivi l’oggetto.'
    if (step.text.trim() === '') wrong[`steps.${place}.text`] = 'Scrivi il testo.'
  })
  return { ...whyNotSequence(steps.map(stepOf), address_form), ...wrong }
}

export const stepOf = ({ days, when, ...words }: StepValue): ReminderStep => ({
  ...words,
  days: when === 'before' ? 0 - Number(days) : Number(days),
})

/** The request body; call it only with valid values. */
export const bodyOf = (values: SequenceValues) => ({
  automatic: values.automatic,
  not_within_days: Number(values.not_within_days),
  least_residue: values.least_residue ?? 0,
  address_form: values.address_form,
  steps: values.steps.map(stepOf),
})

export const sequenceChecks = {
  not_within_days: (value: string) =>
    isCount(value) && Number(value) <= 365 ? null : 'Scrivi un numero di giorni, al massimo 365.',
  least_residue: (value: number | null) =>
    Number.isNaN(value) || (value ?? 0) < 0 ? 'Questo non è un importo: scrivilo come 5,00.' : null,
  steps: (steps: StepValue[]) => (steps.length > 0 ? null : 'Aggiungi almeno un livello.'),
}

/** The steps with the default texts among them in this form of address; the last notice stays as it is. */
export function stepsInForm(steps: StepValue[], form: AddressForm): StepValue[] {
  const last = levelsOf(steps.map(stepOf)).at(-1)?.days
  return steps.map((step) => (stepOf(step).days === last ? step : inForm(step, form)))
}

/** `Promemoria`, `Livello 1` …, `Livello 3, l’ultimo: sempre con il Lei`: in the order of their days. */
export function stepTitles(steps: readonly StepValue[]): string[] {
  const levels = levelsOf(steps.map((step, place) => ({ days: stepOf(step).days, place })))
  return steps.map((step, place) => {
    if (!isCount(step.days)) return 'Nuovo livello'
    const level = levels.findIndex((each) => each.place === place) + 1
    if (level === 0) return 'Promemoria'
    return level === levels.length ? `Livello ${level}, l’ultimo: sempre con il Lei` : `Livello ${level}`
  })
}
