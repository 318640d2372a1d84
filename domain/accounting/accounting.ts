/** The ledger's accounts in the order of a chart of accounts; docs/accounting-register.md says what each holds. */
export const ledgerAccounts = [
  'bank',
  'provider_transit',
  'connected_balance',
  'payout_transit',
  'receivables',
  'disputed',
  'subject_credit',
  'office_debt',
  'platform',
  'opening',
  'billed',
  'collection_fees',
  'application_fees',
] as const
export type LedgerAccountName = (typeof ledgerAccounts)[number]

/** The Italian names that bookkeepers use. */
export const ledgerAccountLabels: Record<LedgerAccountName, string> = {
  bank: 'Banca',
  provider_transit: 'Presso il provider',
  connected_balance: 'Account incassi',
  payout_transit: 'Accrediti in transito',
  receivables: 'Crediti verso condòmini',
  disputed: 'Somme contestate',
  subject_credit: 'Crediti dei condòmini',
  office_debt: 'Debiti verso Saldo',
  platform: 'Saldo',
  opening: 'Saldi iniziali',
  billed: 'Quote emesse',
  collection_fees: 'Oneri di incasso',
  application_fees: 'Commissioni di Saldo',
}

/**
 * The places that hold a condominium's money. The register lists money that enters or leaves them; a move between two
 * of them is not listed.
 */
export const cashAccounts = ['bank', 'provider_transit', 'connected_balance', 'payout_transit'] as const
export type CashAccount = (typeof cashAccounts)[number]

/**
 * The ledger accounts that say how much lies in a place. The platform's balance at the provider also contains the
 * platform's own money, such as the fees it withholds. `platform` is the contra account of that money, so the sum of
 * both is the condominium's part.
 */
export const ledgerAccountsOfCash: Record<CashAccount, readonly LedgerAccountName[]> = {
  bank: ['bank'],
  provider_transit: ['provider_transit', 'platform'],
  connected_balance: ['connected_balance'],
  payout_transit: ['payout_transit'],
}

/** Days within which a movement must be registered (art. 1130 n. 7 c.c.). */
export const registerWithinDays = 30

/** The label of each kind of posting in the register and in the journal. */
export const ledgerKindLabels: Record<string, string> = {
  issue: 'Emissione',
  amendment: 'Rettifica',
  credit_note: 'Nota di credito',
  cancellation: 'Annullamento',
  brought: 'Saldo iniziale',
  opening_credit: 'Credito iniziale',
  collection: 'Incasso',
  collection_reversed: 'Storno di incasso',
  collection_fee: 'Oneri di incasso',
  credit_used: 'Uso di credito',
  reallocation: 'Imputazione',
  adjustment: 'Rettifica di quadratura',
  return: 'Insoluto',
  return_fee: 'Spese di insoluto',
  refund: 'Rimborso',
  refund_failed: 'Rimborso non riuscito',
  dispute: 'Contestazione',
  dispute_fee: 'Spese di contestazione',
  dispute_won: 'Contestazione vinta',
  dispute_lost: 'Contestazione persa',
  transfer: 'Giro su account incassi',
  transfer_reversed: 'Storno dall’account incassi',
  application_fee: 'Commissione di Saldo',
  application_fee_back: 'Commissione restituita',
  office_debt: 'Debito verso Saldo',
  office_debt_paid: 'Debito verso Saldo pagato',
  payout: 'Accredito disposto',
  payout_arrived: 'Accredito arrivato',
  payout_failed: 'Accredito non riuscito',
}
