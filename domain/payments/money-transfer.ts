import { secondPersonRefusals } from '../platform/second-person.ts'

/**
 * A transfer of a condominium's money from the provider to its bank account. `requested`: waits for another person;
 * `approved`: the provider, or a file for the bank, is next; `unknown`: the provider has not answered; `sent`: on its way;
 * `paid`: in the bank account; `failed`: not executed, or came back; `cancelled`: stopped on its way.
 */
export const moneyTransferTransitions = {
  requested: ['approved', 'refused', 'withdrawn', 'expired'],
  approved: ['unknown', 'sent', 'paid', 'failed', 'cancelled'],
  unknown: ['sent', 'paid', 'failed', 'cancelled'],
  sent: ['paid', 'failed', 'cancelled'],
  // A bank may send it back days later.
  paid: ['failed'],
  failed: [],
  cancelled: [],
  refused: [],
  withdrawn: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>
export type MoneyTransferState = keyof typeof moneyTransferTransitions
export const moneyTransferStates = Object.keys(moneyTransferTransitions) as [
  MoneyTransferState,
  ...MoneyTransferState[],
]

export const mayMoveTransfer = (from: MoneyTransferState, to: MoneyTransferState): boolean =>
  (moneyTransferTransitions[from] as readonly string[]).includes(to)

export const moneyTransferStateLabels: Record<MoneyTransferState, string> = {
  requested: 'Da approvare',
  approved: 'Approvato',
  unknown: 'In verifica',
  sent: 'In transito',
  paid: 'Arrivato',
  failed: 'Non riuscito',
  cancelled: 'Annullato',
  refused: 'Rifiutato',
  withdrawn: 'Ritirato',
  expired: 'Scaduto',
}

/** payout: the provider pays out the condominium's own connected account; file: the platform's bank pays by a pain.001. */
export const moneyTransferWays = ['payout', 'file'] as const
export type MoneyTransferWay = (typeof moneyTransferWays)[number]
export const moneyTransferWayLabels: Record<MoneyTransferWay, string> = {
  payout: 'Accredito del provider',
  file: 'Bonifico con file',
}

/** Why nothing of a balance can be moved. The view `movable_balances` has the same codes. */
export const balanceRefusals = {
  account_closed: 'Il condominio è chiuso.',
  no_iban: 'Manca l’IBAN del condominio.',
  iban_blocked: 'L’IBAN del condominio è bloccato.',
  iban_pending: 'Un cambio di IBAN aspetta conferma: prima va confermato o ritirato.',
  iban_new: 'L’IBAN è cambiato da meno di 72 ore.',
  not_read: 'Il saldo presso il provider non è ancora stato letto: leggilo adesso.',
  automatic: 'Il provider accredita già da solo questo saldo: non c’è niente da spostare a mano.',
  no_payer: 'Manca il conto della piattaforma da cui parte il bonifico: indicalo nei limiti.',
  shared:
    'L’account incassi è di più condomìni: il provider non dice quanto è di ciascuno, quindi non si sposta niente.',
  payouts_off: 'Il provider ha sospeso gli accrediti di questo account incassi.',
  other_bank: 'L’account incassi accredita su un conto diverso dall’IBAN del condominio.',
  pending_old:
    'Quanto del saldo è già disponibile non è stato letto negli ultimi 30 minuti: riprova tra qualche minuto.',
  books_differ: 'Il saldo presso il provider non torna con i libri: prima va chiarito in Quadratura.',
} as const
export type BalanceRefusal = keyof typeof balanceRefusals

/** Why nothing of a balance can be moved, as a sentence; null if something can, or there is no money. In cents. */
export function whyNotMovable({ refusal, movable, balance, held, reserved }: MovableParts): string | null {
  if (refusal) return balanceRefusals[refusal]
  if (movable > 0 || balance <= 0) return null
  if (held + reserved >= balance)
    return 'È tutto trattenuto da rimborsi in corso, o già chiesto con altri spostamenti.'
  return held + reserved > 0
    ? 'Il denaro non è ancora disponibile presso il provider, o è trattenuto o già chiesto: si sposta quando si libera.'
    : 'Il denaro non è ancora disponibile presso il provider: si sposta quando lo diventa, di solito entro pochi giorni.'
}
type MovableParts = Record<'movable' | 'balance' | 'held' | 'reserved', number> & {
  refusal: BalanceRefusal | null
}

/** Why a transfer is refused, by the constraint `money_transfer_…` that PostgreSQL names. */
export const moneyTransferRefusals: Record<string, string> = {
  ...balanceRefusals,
  no_account: 'Il condominio non c’è.',
  iban_other: 'Nel frattempo l’IBAN del condominio è cambiato: questa richiesta non vale più.',
  way_other: 'Nel frattempo il conto presso il provider è cambiato: fai una nuova richiesta.',
  more_than_movable: 'È più di quanto si può spostare adesso.',
  office_limit: 'Supera il limite del giorno per questo studio.',
  day_limit: 'Supera il limite del giorno per tutti gli studi.',
  ...secondPersonRefusals,
  approved_by_another_person: 'L’hai chiesto tu: l’approvazione deve darla un’altra persona.',
  changed_the_iban: 'Hai chiesto o confermato tu l’IBAN di questo condominio: approva un’altra persona.',
  set_the_limits: 'Hai fissato tu i limiti in vigore: approva un’altra persona.',
  expired: 'La richiesta è scaduta: fanne una nuova.',
  freed_by_another_person:
    'Hai preso tu il file: la banca potrebbe averlo. Che non parte, o che non è arrivato, lo registra un’altra persona, dopo aver chiesto alla banca.',
  moves_forward: 'Nel frattempo è già stato deciso: ricarica la pagina.',
  withdrawn_by_another: 'Può ritirarla solo chi l’ha chiesta.',
  refused_by_another: 'L’hai chiesto tu: puoi ritirare la richiesta.',
}

/** The provider's or the bank's code of why it was not executed, as a sentence. */
export const moneyTransferFailure = (code: string): string => failures[code] ?? `Motivo indicato: ${code}.`
const failures: Record<string, string> = {
  balance_insufficient: 'Sul saldo disponibile presso il provider non c’era abbastanza denaro.',
  account_closed: 'Il conto bancario è chiuso.',
  no_account: 'Il conto bancario non esiste.',
  invalid_account_number: 'Il numero del conto bancario non è valido.',
  debit_not_authorized: 'La banca non ha autorizzato l’operazione.',
  could_not_process: 'La banca non ha potuto eseguire l’accredito.',
  payouts_not_allowed: 'Il provider non permette accrediti da questo account incassi.',
  account_invalid: 'L’account incassi non esiste più presso il provider.',
  not_created: 'Il provider non l’ha mai creato.',
  rejected: 'La banca l’ha rifiutato.',
  returned: 'La banca del condominio l’ha rimandato indietro.',
}
