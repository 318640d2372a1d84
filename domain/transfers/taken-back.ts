import { fold } from '../fold.ts'

/** What a bank says of money that left an account. */
type Outgoing = {
  is_reversal: boolean
  return_reason: string | null
  bank_code: string | null
  text: string
}

/**
 * Whether money that left the account may be a collection that the bank took back: an unpaid debit or notice, the recall of
 * a transfer. Only what the bank says tells it from a payment of the condominium, and few formats have a field for it.
 */
export const seemsTakenBack = ({ is_reversal, return_reason, bank_code, text }: Outgoing): boolean =>
  is_reversal ||
  return_reason !== null ||
  takenBackCodes.test(bank_code ?? '') ||
  (takenBackWords.test(fold(text)) && !chargeWords.test(fold(text)))

/**
 * Codes of banks for money that came back. ISO 20022: UPDD is an unpaid direct debit; PRDD, RRTN and RPCR are reversals
 * after a return or a recall. CBI: 32 is a recalled RiBa or bill of exchange, 37 and 42 are unpaid ones, 55 is an unpaid
 * cheque, 57 a cheque sent back, 68 a reversed entry.
 */
const takenBackCodes = /^(?:.*\/(?:UPDD|PRDD|RRTN|RPCR)|32|37|42|55|57|68)$/

const takenBackWords =
  /(?<!\p{L})(?:insolut[oaie]|storn[oi]|stornat[oaie]|richiam[oi]|richiamat[oaie]|restituzion[ei]|restituit[oaie]|respint[oaie]|impagat[oaie]|(?:sdd|rid|mav|riba|addebit[oi] diretti?) (?:non pagat[oi]|revocat[oi]|rimborsat[oi]))(?!\p{L})/u

/** What the bank charges for it is no collection. */
const chargeWords = /^(?:commission[ie]|comm|spese|oner[ei]|competenze|recupero spese)(?!\p{L})/u
