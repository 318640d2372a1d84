import type { Day } from '@saldo/domain/dates'
import { maskIbansIn } from '@saldo/domain/iban'
import type { MandateAmendment } from '@saldo/domain/sepa/mandate-amendment'
import type { SequenceType } from '@saldo/domain/sepa/sequence-type'

/** A file that a bank or another program made, read completely: what it says, not yet what it means here. */
export type BankFile =
  | StatementFile
  | DebitOrderFile
  | DebitOutcomeFile
  | TransferOutcomeFile
  | NoticeOutcomeFile

export const statementFormats = [
  'camt.053.001.02',
  'camt.053.001.08',
  'camt.054.001.02',
  'camt.054.001.08',
  'cbi_rh',
  'csv',
] as const

/** One or more account statements, or a notification of single movements (camt.054), which has no balances. */
export type StatementFile = {
  kind: 'statement'
  format: (typeof statementFormats)[number]
  statements: BankStatement[]
}

export type BankStatement = {
  /** The account, normalised. Null: the file (a CSV) does not say it. */
  iban: string | null
  /** The bank's identification of the statement, or its number. */
  reference: string | null
  from: Day | null
  to: Day | null
  /** Signed cents: negative is an overdraft. Null where the format has no balances. */
  opening: number | null
  closing: number | null
  /** The line of the file on which the statement begins. */
  line: number
  /** Entries that the bank has not booked (PDNG, INFO, FUTR): counted only, because they are no movements yet. */
  pending: number
  movements: BankMovement[]
}

/**
 * A movement of an account. An entry that the bank itemises (several TxDtls) becomes one movement for each item, which
 * share `entry`. Texts are as the bank wrote them.
 */
export type BankMovement = {
  /** Counts the statement's entries from 1. */
  entry: number
  /** Counts the items of the entry from 1; `items`: how many the entry has. */
  item: number
  items: number
  line: number
  booked_on: Day
  value_on: Day | null
  /** Signed cents: positive is a credit. */
  amount: number
  /** The bank takes back an earlier entry (RvslInd). */
  is_reversal: boolean
  /** The bank's own reference of the entry (AcctSvcrRef), unique for the account if the bank gives one. */
  bank_reference: string | null
  end_to_end_id: string | null
  mandate_reference: string | null
  /** The batch of a collection (PmtInfId) or of notices that this entry sums up. */
  batch_reference: string | null
  /** For a reversal: the bank's reference of the entry that it takes back. */
  reversed_reference: string | null
  /** ISO 20022 reason of a return, such as AM04. */
  return_reason: string | null
  /** A structured creditor reference (CdtrRefInf/Ref), as written. */
  structured_reference: string | null
  /** Free text of the remittance, joined with a blank. */
  text: string
  /** BkTxCd (`PMNT/RCDT/ESCT`) or the two digits of the CBI causale. */
  bank_code: string | null
  /** The other side: payer of a credit, payee of a debit. */
  party_name: string | null
  party_iban: string | null
  party_fiscal_code: string | null
}

/** SEPA debits that were presented to a bank (pain.008), by us or by another program. */
export type DebitOrderFile = {
  kind: 'debit_order'
  format: 'pain.008.001.02' | 'pain.008.001.08'
  message_id: string
  /** As the file writes it: with or without a time zone. */
  created_at: string
  /** The name of who made the file; null if it names only an identifier. */
  initiator: string | null
  count: number
  sum: number
  blocks: DebitOrderBlock[]
}
export type DebitOrderBlock = {
  line: number
  block_id: string
  sequence: SequenceType
  scheme: 'CORE' | 'B2B'
  collect_on: Day
  creditor_name: string
  creditor_iban: string
  creditor_id: string
  debits: OrderedDebit[]
}
export type OrderedDebit = {
  line: number
  instruction_id: string | null
  end_to_end_id: string
  amount: number
  mandate_reference: string
  signed_on: Day
  amendment: MandateAmendment | null
  debtor_name: string
  debtor_iban: string
  text: string
}

/** The bank's answer to presented debits. Debits that it does not list are not answered. */
export type DebitOutcomeFile = {
  kind: 'debit_outcome'
  format: 'pain.002.001.03' | 'pain.002.001.10'
  message_id: string
  original_message_id: string
  /** What the bank says of the order: to be compared with the order. Null: the file does not say it. */
  original_count: number | null
  original_sum: number | null
  group_status: DebitStatus | null
  blocks: {
    line: number
    block_id: string
    original_count: number | null
    original_sum: number | null
    status: DebitStatus | null
    reason: string | null
    debits: DebitOutcome[]
  }[]
  /** Reason of the whole group, if it was rejected as a whole. */
  group_reason: string | null
}

/**
 * ACTC: the file is right; ACCP: accepted; ACSP: on its way to settlement; ACSC: settled; PART: some of a block or group;
 * PDNG: undecided; RJCT: rejected. Only the statement says that money arrived.
 */
/** The bank's answer to ordered transfers (pain.001): what it says of debits, it says of transfers. */
export type TransferOutcomeFile = Omit<DebitOutcomeFile, 'kind'> & { kind: 'transfer_outcome' }

export const debitStatuses = ['ACTC', 'ACCP', 'ACSP', 'ACSC', 'PART', 'PDNG', 'RJCT'] as const
export type DebitStatus = (typeof debitStatuses)[number]
export type DebitOutcome = {
  line: number
  end_to_end_id: string | null
  instruction_id: string | null
  status: DebitStatus
  reason: string | null
  amount: number | null
}

/** Outcomes of MAV or RiBa notices, in records of 120 characters. */
export type NoticeOutcomeFile = {
  kind: 'notice_outcome'
  format: 'mav' | 'riba'
  /** The name of the flow in its head record, unique for the sender. */
  name: string
  created_on: Day
  bank_abi: string
  creditor_sia: string
  records: number
  /** Records that are counted and not read (type 10). */
  skipped: number
  /** Cents, as in the trailer. */
  total: number
  outcomes: NoticeOutcome[]
}
export type NoticeOutcome = {
  line: number
  number: number
  /** 07000, 07006, 07008, 07010, 07011 of MAV; 30000 and others of RiBa. */
  code: string
  due_on: Day | null
  amount: number
  /** Our account at the bank: ABI, CAB, account. */
  abi: string
  cab: string
  account: string
  /** The creditor's disposition number (record 51). */
  creditor_number: string
  /** The bank's own number of the notice. */
  bank_number: string | null
  fees: number
  value_on: Day | null
  paid_on: Day | null
  debtor_name: string
  debtor_fiscal_code: string | null
}

/**
 * The whole file is refused and nothing of it is used. `message` is an Italian sentence for the person: what is wrong and
 * what to do. `line` is the line of the file, from 1, if one is to blame.
 */
export class BankFileRefused extends Error {
  readonly line: number | null

  constructor(message: string, line: number | null = null) {
    // Whoever writes a sentence: it is stored, mailed and logged, so it must not show a whole IBAN.
    super(maskIbansIn(message))
    this.name = 'BankFileRefused'
    this.line = line
  }
}
