import { ibanAbi, normaliseIban } from '../iban.ts'

/**
 * What the next debit tells the payer's bank about a mandate that changed since the last one (AmdmntInfDtls). Null is
 * unchanged. `SMNDA`: same mandate, new debtor account, at another bank.
 */
export type MandateAmendment = {
  original_mandate_reference: string | null
  original_debtor_account: string | null
}

export const newDebtorBank = 'SMNDA'

export type MandateTerms = { reference: string; iban: string }

/**
 * The amendment of the next debit, or null when nothing changed since `presented`, the terms of the last debit that went
 * to the bank. The old IBAN is named only within the same bank: another bank could not look it up, and gets SMNDA
 * (EPC016-06, attribute AT-24). Accounts abroad always get SMNDA, because their IBANs do not name the bank in one way.
 */
export function mandateAmendment(presented: MandateTerms, now: MandateTerms): MandateAmendment | null {
  const [old, iban] = [normaliseIban(presented.iban), normaliseIban(now.iban)]
  const original_mandate_reference = presented.reference === now.reference ? null : presented.reference
  const original_debtor_account = old === iban ? null : sameBank(old, iban) ? old : newDebtorBank
  if (original_mandate_reference === null && original_debtor_account === null) return null
  return { original_mandate_reference, original_debtor_account }
}

const sameBank = (old: string, iban: string): boolean =>
  ibanAbi(old) !== null && old.slice(0, 2) === iban.slice(0, 2) && ibanAbi(old) === ibanAbi(iban)
