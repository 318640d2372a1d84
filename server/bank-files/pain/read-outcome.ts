import { returnReason } from '@saldo/domain/sepa/return-reasons'
import { BankFileRefused, type DebitOutcome, type DebitStatus, debitStatuses } from '../bank-file.ts'
import { askAgain, elementAt, elementsAt, textAt, type XmlElement } from '../xml/element.ts'
import { paymentCentsOf } from '../xml/iso-values.ts'

/** An outcome whose status may be that of its block or group. */
export type ListedOutcome = Omit<DebitOutcome, 'status'> & { status: DebitStatus | null }

/** Reads a TxInfAndSts of a pain.002. */
export function readOutcome(element: XmlElement): ListedOutcome {
  const end_to_end_id = provided(textAt(element, 'OrgnlEndToEndId'))
  const instruction_id = provided(textAt(element, 'OrgnlInstrId'))
  if (end_to_end_id === null && instruction_id === null)
    throw new BankFileRefused(
      `Un esito non dice di quale addebito è: mancano i riferimenti. ${askAgain}`,
      element.line,
    )
  const amount =
    elementAt(element, 'OrgnlTxRef/Amt/InstdAmt') ?? elementAt(element, 'OrgnlTxRef/IntrBkSttlmAmt')
  return {
    line: element.line,
    end_to_end_id,
    instruction_id,
    status: statusAt(element, 'TxSts'),
    reason: reasonOf(element),
    amount: amount === null ? null : paymentCentsOf(amount),
  }
}

/** The status at `name`, null if there is none. An unknown one refuses the file: it may be a rejection. */
export function statusAt(element: XmlElement, name: string): DebitStatus | null {
  const found = elementAt(element, name)
  if (found === null) return null
  const status = debitStatuses.find((each) => each === found.text)
  if (!status)
    throw new BankFileRefused(
      `Lo stato «${found.text.slice(0, 10)}» (<${name}>) non è fra quelli che Saldo conosce: ${debitStatuses.join(', ')}. Chiedi alla banca che cosa significa.`,
      found.line,
    )
  return status
}

/**
 * The reason in StsRsnInf: ISO's code, or the bank's own. Of several, the one with the gravest consequence: what ends the
 * mandate, then what may not be presented again.
 */
export function reasonOf(element: XmlElement): string | null {
  const reasons = elementsAt(element, 'StsRsnInf')
    .map((each) => textAt(each, 'Rsn/Cd') ?? textAt(each, 'Rsn/Prtry'))
    .filter((reason) => reason !== null)
  return (
    reasons.find((reason) => returnReason(reason).ends === 'mandate') ??
    reasons.find((reason) => !returnReason(reason).retry) ??
    reasons[0] ??
    null
  )
}

const provided = (reference: string | null): string | null => (reference === 'NOTPROVIDED' ? null : reference)
