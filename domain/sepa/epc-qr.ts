import { checkIban } from '../iban.ts'
import { type Cents, centsToDecimal, maxCents } from '../money.ts'
import { checkRf } from './creditor-reference.ts'
import { sepaText } from './sepa-text.ts'

/**
 * The text of an EPC069-12 QR code (version 002), which a banking app turns into a credit transfer; draw it
 * at error level M. Name (≤ 70) and text (≤ 140) are brought to the characters that every bank carries, so
 * that the whole is ASCII and always within the 331 bytes. Throws RangeError when the IBAN or reference is
 * wrong, the name is empty, the amount is outside 0,01–999.999.999,99 €, or both reference and text are
 * given: the standard allows one.
 */
export function epcPayload(transfer: {
  name: string
  iban: string
  amount: Cents
  /** An RF creditor reference. */
  reference?: string
  text?: string
  bic?: string
}): string {
  const name = sepaText(transfer.name, 70)
  const text = sepaText(transfer.text ?? '', 140)
  const { valid, iban } = checkIban(transfer.iban)
  const rf = checkRf(transfer.reference ?? '')
  if (name === '') throw new RangeError('the beneficiary has no name')
  if (!valid) throw new RangeError('the IBAN is wrong')
  if (transfer.amount < 1 || transfer.amount > maxCents)
    throw new RangeError(`not payable: ${transfer.amount} cents`)
  if (transfer.reference && !rf.valid) throw new RangeError(`not an RF reference: ${transfer.reference}`)
  if (transfer.reference && text) throw new RangeError('either a reference or a text')

  const purpose = ''
  const utf8 = '1'
  const amount = `EUR${centsToDecimal(transfer.amount)}`
  const lines = ['BCD', '002', utf8, 'SCT', transfer.bic ?? '', name, iban, amount, purpose, rf.rf, text]
  return lines.join('\n').trimEnd()
}
