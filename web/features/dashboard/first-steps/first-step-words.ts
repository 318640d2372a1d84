import { type CustomerField, customerFieldNames } from '@saldo/domain/registry/customer'
import { formatCount, formatCountOf } from '../../../ui/grid/list.ts'
import type { FirstStep, Gap } from './first-steps-query.ts'

/** What each step is, as one would tell a colleague, and in a few words once it is done. */
export const stepTitles: Record<FirstStep['kind'], { todo: string; done: string }> = {
  office: { todo: 'Completa i dati dello studio', done: 'dati dello studio' },
  documents: { todo: 'Carica i documenti dello studio', done: 'documenti dello studio' },
  accounts: { todo: 'Aggiungi i condomìni', done: 'condomìni' },
  units: { todo: 'Inserisci unità e millesimi', done: 'unità e millesimi' },
  people: { todo: 'Inserisci proprietari e inquilini', done: 'proprietari e inquilini' },
  budget: { todo: 'Prepara il preventivo', done: 'preventivo' },
  bills: { todo: 'Emetti le prime bollette', done: 'prime bollette' },
  provider_account: { todo: 'Apri l’account incassi', done: 'account incassi' },
}

const units = { one: 'unità', many: 'unità' }
const accounts = { one: 'condominio', many: 'condomìni' }
const bills = { one: 'bolletta', many: 'bollette' }

/** What is missing: `3 unità su 12 senza millesimi · Condominio Ghibellina`. */
export function gapSentence(gap: Gap): string {
  const { what, count } = gap
  switch (what) {
    case 'office_data':
      return `Da completare: ${listOf(gap.fields.map(fieldName))}`
    case 'documents':
      return 'Nessun documento caricato'
    case 'invalid_documents':
      return count === 1
        ? '1 documento non valido: va caricato di nuovo'
        : `${formatCount(count)} documenti non validi: vanno caricati di nuovo`
    case 'accounts':
      return 'Nessun condominio'
    case 'awaiting_accounts':
      return `${partOf(gap, accounts)} da attivare${place(gap)}`
    case 'units':
      return gap.of === null ? 'Nessuna unità' : `${partOf(gap, accounts)} senza unità${place(gap)}`
    case 'weights':
      return `${partOf(gap, units)} senza millesimi${place(gap)}`
    case 'people':
      return 'Nessuna persona in anagrafica'
    case 'holders':
      return gap.of === null
        ? 'Nessun proprietario indicato'
        : `${partOf(gap, units)} senza proprietario né inquilino${place(gap)}`
    case 'budget':
      return 'Nessun preventivo emesso'
    case 'draft_budgets':
      return count === 1
        ? '1 preventivo in bozza, da emettere'
        : `${formatCount(count)} preventivi in bozza, da emettere`
    case 'bills':
      return 'Nessuna bolletta emessa'
    case 'draft_bills':
      return `${formatCountOf(count, bills)} in bozza, da emettere`
    case 'provider_account':
      return 'Non ancora aperto: serve per incassare con carta e addebito sul conto dello studio'
    case 'provider_data':
      return count === 0 ? 'Modulo del provider da completare' : providerAsks(count)
    case 'provider_check':
      return 'Dati inviati al provider'
    case 'provider_disabled':
      return 'Chiuso dal provider: guarda il motivo'
  }
}

/** Why a step cannot be done yet. */
export const waitReasons: Record<NonNullable<FirstStep['waits_for']>, string> = {
  activation: 'Si apre con l’attivazione dello studio',
  accounts: 'Prima serve un condominio',
  units: 'Prima servono le unità',
  provider: 'Dati inviati: il provider li sta verificando',
}

/** What the button of a gap says; null: nothing to do oneself. */
export const gapActs: Record<Gap['what'], string | null> = {
  office_data: 'Completa',
  documents: 'Carica',
  invalid_documents: 'Carica',
  accounts: 'Aggiungi',
  awaiting_accounts: 'Attiva',
  units: 'Inserisci',
  weights: 'Scrivi',
  people: 'Aggiungi',
  holders: 'Indica',
  budget: 'Prepara',
  draft_budgets: 'Riprendi',
  bills: 'Crea',
  draft_bills: 'Rivedi',
  provider_account: 'Apri',
  provider_data: 'Completa',
  provider_check: null,
  provider_disabled: 'Vedi',
}

/** `Fatti 3 di 7` */
export function progressOf(steps: readonly FirstStep[]): string {
  const done = steps.filter(({ state }) => state === 'done').length
  return `Fatti ${done} di ${steps.length}`
}

/** `dati dello studio, condomìni e preventivo` */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} e ${last}`
}

/** `3 unità su 12` */
function partOf({ count, of }: Gap, words: { one: string; many: string }): string {
  const part = formatCountOf(count, words)
  return of === null ? part : `${part} su ${formatCount(of)}`
}

/** Where it is: the condominium, or in how many and with which to begin. */
function place({ account, accounts: many }: Gap): string {
  if (!account) return ''
  return many === 1 ? ` · ${account.name}` : ` · a cominciare da ${account.name}`
}

const fieldName = (field: string): string => {
  const name = customerFieldNames[field as CustomerField] ?? field
  return name === 'CAP'
    ? name
    : `${name.charAt(0).toLowerCase()}${name.slice(1)}`.replace('partita iva', 'partita IVA')
}

const providerAsks = (count: number) =>
  count === 1 ? 'Il provider chiede ancora un dato' : `Il provider chiede ancora ${formatCount(count)} dati`
