/**
 * Debits presented to a bank in one file. `announced`: the payers are told; `presented`: the file is made and its debits hold
 * their instalments; `closed`: every debit has its outcome.
 */
export const debitRunStates = ['announced', 'presented', 'closed', 'cancelled'] as const
export type DebitRunState = (typeof debitRunStates)[number]
export const debitRunStateLabels: Record<DebitRunState, string> = {
  announced: 'Preavvisata',
  presented: 'Presentata',
  closed: 'Conclusa',
  cancelled: 'Annullata',
}

/** Why a bill is left out of a run, as sentences for the office. */
export const whyNotDebited = {
  not_payable: 'Non c’è niente da incassare: è una bozza, è pagata o è annullata.',
  in_plan: 'È in un piano di rientro in corso: si paga a rate.',
  not_due: 'Nessuna rata scade entro il giorno scelto.',
  under_way: 'Un altro pagamento è in corso e impegna questa rata.',
  already_planned: 'Ha già un addebito previsto.',
  no_mandate: 'Chi paga non ha un mandato per questo condominio.',
  mandate_draft: 'Il mandato è ancora in bozza: manca la scansione firmata.',
  mandate_suspended: 'Il mandato è sospeso.',
  mandate_ended: 'Il mandato è revocato.',
  mandate_lapsed: 'Il mandato è estinto: 36 mesi senza addebiti. Ne serve uno nuovo.',
  mandate_other_creditor: 'Il mandato nomina un altro identificativo del creditore.',
  mandate_used: 'Il mandato valeva per un solo addebito, già fatto.',
  not_retried: 'L’ultimo addebito è tornato indietro per un motivo che non si risolve riprovando.',
  no_email: 'Manca l’e-mail per il preavviso.',
} as const
export type WhyNotDebited = keyof typeof whyNotDebited
