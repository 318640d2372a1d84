import { type BillPhase, billCan } from '../bills/bill.ts'
import { addDays, type Day, daysBetween } from '../dates.ts'
import type { Cents } from '../money.ts'

/** One reminder of a sequence: `days` after the due date (negative: before it), and what the mail says. */
export type ReminderStep = { days: number; name: string; subject: string; text: string }
export type ReminderSequence = {
  /** Sent every night by a job; else only on request. */
  automatic: boolean
  /** Minimum days between two reminders of the same bill. */
  not_within_days: number
  /** A smaller residue gets no reminder (cents). */
  least_residue: number
  steps: readonly ReminderStep[]
}

/** The range of days around the due date: more than a year of arrears. */
export const earliestStep = -60
export const latestStep = 730
export const mostSteps = 8

/** The placeholders of a text, and what replaces them in the mail. */
export const placeholders = {
  nominativo: 'Nome dell’intestatario',
  importo: 'Quanto è dovuto ora',
  scadenza: 'La scadenza',
  giorni: 'Giorni di ritardo',
  condominio: 'Nome del condominio',
  bolletta: 'Numero della bolletta',
  causale: 'Per che cosa è',
  studio: 'Il nome dello studio',
} as const
export type Placeholder = keyof typeof placeholders

/** The default sequence; an office can change it. */
export const defaultSequence: ReminderSequence = {
  automatic: false,
  not_within_days: 7,
  least_residue: 500,
  steps: [
    {
      days: -5,
      name: 'Promemoria',
      subject: '{condominio}: {importo} entro il {scadenza}',
      text: 'Gentile {nominativo},\n\nti ricordiamo che il {scadenza} scade la bolletta {bolletta} ({causale}): {importo}.\n\nSe hai già pagato, grazie: non devi fare altro.',
    },
    {
      days: 7,
      name: 'Primo sollecito',
      subject: '{condominio}: {importo} da pagare dal {scadenza}',
      text: 'Gentile {nominativo},\n\nnon ci risulta ancora il pagamento di {importo} per la bolletta {bolletta} ({causale}), scaduta il {scadenza}.\n\nForse è solo una dimenticanza: dal pulsante qui sotto bastano due minuti. Se hai pagato in questi giorni, non tener conto di questo messaggio.',
    },
    {
      days: 25,
      name: 'Secondo sollecito',
      subject: 'Secondo sollecito: {importo} scaduti da {giorni} giorni',
      text: 'Gentile {nominativo},\n\nsono passati {giorni} giorni dalla scadenza e per la bolletta {bolletta} ({causale}) mancano ancora {importo}.\n\nIl condominio paga fornitori e servizi con le quote di tutti. Se ora non puoi pagare per intero, scrivici: possiamo concordare delle rate.',
    },
    {
      days: 60,
      name: 'Ultimo sollecito',
      subject: 'Ultimo sollecito: {importo} scaduti da {giorni} giorni',
      text: 'Gentile {nominativo},\n\nnonostante i solleciti, per la bolletta {bolletta} ({causale}) scaduta il {scadenza} restano da pagare {importo}.\n\nSenza notizie tue entro quindici giorni dovremo procedere al recupero del credito, come la legge chiede all’amministratore (art. 1129 c.c.).',
    },
  ],
}

/**
 * The step that is due: the last one whose day has been reached, so that a debt found late gets one letter and not
 * three. A step before the due date is skipped once that date is past. Null if no step is due yet.
 */
export function stepReached<S extends { days: number }>(
  steps: readonly S[],
  due_date: Day,
  today: Day,
): S | null {
  const late = daysBetween(due_date, today)
  const reached = steps.filter(({ days }) => days <= late && (days >= 0 || late <= 0))
  return reached.reduce<S | null>(
    (last, step) => (last === null || step.days > last.days ? step : last),
    null,
  )
}

/** Whether a bill reminded on `last` (null: never) may be reminded again on `today`. */
export const mayRemindAgain = (last: Day | null, today: Day, not_within_days: number): boolean =>
  last === null || addDays(last, not_within_days) <= today

/** Names in braces that are not placeholders, such as `{importp}`. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(placeholders, name))

/** Fills the placeholders of a text; unknown names in braces stay. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? values[name as Placeholder] : whole,
  )

/** Validation errors of a sequence, by field name; empty if it is valid. */
export function whyNotSequence(steps: readonly ReminderStep[]): Record<string, string> {
  const wrong: Record<string, string> = {}
  steps.forEach((step, place) => {
    if (steps.slice(0, place).some(({ days }) => days === step.days))
      wrong[`steps.${place}.days`] = 'C’è già un passo in questo giorno.'
    for (const field of ['subject', 'text'] as const) {
      const [unknown] = unknownPlaceholders(step[field])
      if (unknown !== undefined) wrong[`steps.${place}.${field}`] = `Non conosco il segnaposto {${unknown}}.`
    }
  })
  return wrong
}

/** The reasons why a bill gets no reminder, in the order in which they are checked. */
export const leftOutReasons = [
  'not_payable',
  'pending',
  'disputed',
  'plan',
  'too_early',
  'already_sent',
  'recently',
  'small',
  'no_email',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const leftOutWords: Record<LeftOutReason, string> = {
  not_payable: 'Non è da pagare',
  pending: 'C’è un pagamento o un addebito in corso',
  disputed: 'Il pagamento è contestato',
  plan: 'C’è un piano di rientro',
  too_early: 'È presto: nessun passo è arrivato',
  already_sent: 'Questo passo è già stato mandato',
  recently: 'Ha ricevuto un sollecito da poco',
  small: 'L’importo è troppo piccolo',
  no_email: 'Manca l’e-mail',
}

/** The facts that decide whether a bill gets a reminder. */
export type ReminderFacts = {
  phase: BillPhase
  next_due_date: Day | null
  /** Cents: what is overdue if anything is, else the next instalment (domain/bills/owed.ts). */
  due_now: Cents
  /** A payment or a debit is under way. */
  under_way: boolean
  /** An instalment plan was proposed or agreed. */
  in_plan: boolean
  email: string | null
  /** When this bill was last reminded of. */
  last_reminded: Day | null
  /** The steps already sent for this due date. */
  sent_days: readonly number[]
}

/** The step to send now, or the first reason why none is sent. */
export function decideReminder(
  bill: ReminderFacts,
  sequence: ReminderSequence,
  today: Day,
): { step: ReminderStep | null; reason: LeftOutReason | null } {
  const step = bill.next_due_date === null ? null : stepReached(sequence.steps, bill.next_due_date, today)
  const left = (reason: LeftOutReason) => ({ step, reason })
  if (bill.phase === 'disputed') return left('disputed')
  if (bill.phase === 'pending' || (billCan.remind(bill) && bill.under_way)) return left('pending')
  if (!billCan.remind(bill) || bill.due_now <= 0) return left('not_payable')
  if (bill.in_plan) return left('plan')
  if (step === null) return left('too_early')
  if (bill.sent_days.includes(step.days)) return left('already_sent')
  if (!mayRemindAgain(bill.last_reminded, today, sequence.not_within_days)) return left('recently')
  if (bill.due_now < sequence.least_residue) return left('small')
  if (bill.email === null) return left('no_email')
  return { step, reason: null }
}

/** `7 giorni dopo`, `5 giorni prima`, `il giorno della scadenza` */
export function stepDay(days: number): string {
  if (days === 0) return 'il giorno della scadenza'
  const count = Math.abs(days) === 1 ? '1 giorno' : `${Math.abs(days)} giorni`
  return days < 0 ? `${count} prima` : `${count} dopo`
}
