import { type AddressForm, levelsOf, type ReminderSequence, type ReminderStep } from './reminder-plan.ts'

/** The placeholders of a text, and what replaces them in the letter. */
export const placeholders = {
  nominativo: 'Nome dell’intestatario',
  importo: 'Totale da pagare ora',
  bollette:
    'Quali bollette: «la bolletta 2026/000085 (Conguaglio), scaduta il 12/03/2026», oppure «7 bollette scadute»',
  scadenza: 'La scadenza più vecchia',
  giorni: 'Giorni di ritardo, dalla scadenza più vecchia',
  condominio: 'Nome del condominio',
  bolletta: 'I numeri delle bollette',
  causale: 'Per che cosa sono',
  studio: 'Il nome dello studio',
} as const
export type Placeholder = keyof typeof placeholders

/** Names in braces that are not placeholders, such as `{importp}`. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(placeholders, name))

/** Fills the placeholders of a text; unknown names in braces stay. One day is `1 giorno`. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text
    .replace(/\{giorni\} giorni\b/g, (whole) => (values.giorni === '1' ? '{giorni} giorno' : whole))
    .replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(placeholders, name) ? values[name as Placeholder] : whole,
    )

/** Words that only one form of address uses; `Le` and `La` are articles too, and decide nothing. */
const onlyIn: Record<AddressForm, RegExp> = {
  tu: /(?<!\p{L})(ti|tu|te|tuo|tua|tuoi|tue|hai|puoi|devi|vuoi)(?!\p{L})/iu,
  lei: /(?<!\p{L})(Lei|Suo|Sua|Suoi|Sue)(?!\p{L})/u,
}
const otherForm: Record<AddressForm, AddressForm> = { tu: 'lei', lei: 'tu' }

/** A word of the text that belongs to the other form of address; null if there is none. */
export const wordOfOtherForm = (text: string, form: AddressForm): string | null =>
  onlyIn[otherForm[form]].exec(text)?.[1] ?? null

/** Validation errors of a sequence, by field name; empty if it is valid. */
export function whyNotSequence(
  steps: readonly ReminderStep[],
  address_form: AddressForm,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  const last = levelsOf(steps).at(-1)
  steps.forEach((step, place) => {
    if (steps.slice(0, place).some(({ days }) => days === step.days))
      wrong[`steps.${place}.days`] = 'C’è già un livello in questo giorno.'
    for (const field of ['subject', 'text'] as const) {
      const why = whyNotText(step[field], step === last ? 'lei' : address_form, step === last)
      if (why) wrong[`steps.${place}.${field}`] = why
    }
  })
  return wrong
}

function whyNotText(text: string, form: AddressForm, isLast: boolean): string | null {
  const [unknown] = unknownPlaceholders(text)
  if (unknown !== undefined) return `Non conosco il segnaposto {${unknown}}.`
  const word = wordOfOtherForm(text, form)
  if (word === null) return null
  if (form === 'tu') return `Qui si dà del Lei («${word}»): scrivi con il tu, o scegli il Lei per tutti.`
  return isLast
    ? `L’ultimo livello dà sempre del Lei: correggi «${word}».`
    : `Qui si dà del tu («${word}»): scrivi con il Lei.`
}

type Texts = Record<AddressForm, Pick<ReminderStep, 'subject' | 'text'>>

const notice: Texts = {
  tu: {
    subject: '{condominio}: {importo} entro il {scadenza}',
    text: 'Gentile {nominativo},\n\nti ricordiamo {bollette}: {importo}.\n\nSe hai già pagato, grazie: non devi fare altro.',
  },
  lei: {
    subject: '{condominio}: {importo} entro il {scadenza}',
    text: 'Gentile {nominativo},\n\nLe ricordiamo {bollette}: {importo}.\n\nSe ha già pagato, grazie: non deve fare altro.',
  },
}
const first: Texts = {
  tu: {
    subject: '{condominio}: {importo} da pagare',
    text: 'Gentile {nominativo},\n\nnon ci risulta ancora il pagamento di {importo} per {bollette}.\n\nForse è solo una dimenticanza: qui sotto trovi come pagare, bastano due minuti. Se hai pagato in questi giorni, non tenere conto di questo sollecito.',
  },
  lei: {
    subject: '{condominio}: {importo} da pagare',
    text: 'Gentile {nominativo},\n\nnon ci risulta ancora il pagamento di {importo} per {bollette}.\n\nForse è solo una dimenticanza: qui sotto trova come pagare, bastano due minuti. Se ha pagato in questi giorni, non tenga conto di questo sollecito.',
  },
}
const second: Texts = {
  tu: {
    subject: 'Secondo sollecito: {importo} da pagare',
    text: 'Gentile {nominativo},\n\nti abbiamo già scritto, ma non ci risulta ancora il pagamento di {importo} per {bollette}.\n\nIl condominio paga fornitori e servizi con le quote di tutti. Se ora non puoi pagare per intero, scrivici: possiamo concordare delle rate.',
  },
  lei: {
    subject: 'Secondo sollecito: {importo} da pagare',
    text: 'Gentile {nominativo},\n\nLe abbiamo già scritto, ma non ci risulta ancora il pagamento di {importo} per {bollette}.\n\nIl condominio paga fornitori e servizi con le quote di tutti. Se ora non può pagare per intero, ci scriva: possiamo concordare delle rate.',
  },
}
const last = {
  subject: 'Ultimo sollecito: {importo} da pagare',
  text: 'Gentile {nominativo},\n\nnonostante i solleciti precedenti, restano da pagare {importo} per {bollette}.\n\nSenza un Suo riscontro entro quindici giorni dovremo procedere al recupero del credito, come la legge chiede all’amministratore (art. 1129 c.c.).',
}

/** The steps an office begins with, in a form of address; the last notice says *Lei* in both. */
export const defaultSteps = (form: AddressForm): ReminderStep[] => [
  { days: -5, name: 'Promemoria', ...notice[form] },
  { days: 7, name: 'Primo sollecito', ...first[form] },
  { days: 25, name: 'Secondo sollecito', ...second[form] },
  { days: 60, name: 'Ultimo sollecito', ...last },
]

/** The same text in the other form of address, if it is one of the default texts. */
export function inForm<S extends Pick<ReminderStep, 'subject' | 'text'>>(step: S, form: AddressForm): S {
  const own = [notice, first, second].find((texts) => texts[otherForm[form]].text === step.text)
  return own ? { ...step, text: own[form].text } : step
}

/** The default sequence; an office can change it. */
export const defaultSequence: ReminderSequence = {
  automatic: false,
  not_within_days: 7,
  least_residue: 500,
  address_form: 'tu',
  steps: defaultSteps('tu'),
}
