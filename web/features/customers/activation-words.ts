import { formatDate } from '@saldo/domain/dates'
import { type ActivationCheckKind, activationCheckNames } from '@saldo/domain/registry/activation'
import type { Reply } from '../../api.ts'

export type Activation = Reply<'GET /v1/activations'>['items'][number]
type Check = Activation['checks'][number]

export const checkName = (kind: string): string => activationCheckNames[kind as ActivationCheckKind]

/** What the state of a check says, in a word. */
export const checkWords: Record<Check['state'], string> = {
  done: 'a posto',
  missing: 'manca',
  to_check: 'da verificare',
  invalid: 'non valido',
}

export const openChecks = ({ checks }: Pick<Activation, 'checks'>): Check[] =>
  checks.filter(({ state }) => state !== 'done')

/** What is missing, in one line. */
export const missingLine = (activation: Pick<Activation, 'checks'>): string =>
  openChecks(activation)
    .map(({ kind, state }) => `${checkName(kind)} (${checkWords[state]})`)
    .join(', ') || 'niente: si può attivare'

export const dueLine = ({ due_on }: Pick<Activation, 'due_on'>): string =>
  due_on === null ? 'In attesa dello studio' : formatDate(due_on)
