import { checkIban, maskIban } from '@saldo/domain/iban'
import { type MandateAmendment, newDebtorBank } from '@saldo/domain/sepa/mandate-amendment'
import { BankFileRefused, type OrderedDebit } from '../bank-file.ts'
import {
  askAgain,
  elementAt,
  elementsAt,
  requiredElement,
  requiredText,
  textAt,
  type XmlElement,
} from '../xml/element.ts'
import { booleanOf, dayOf, paymentCentsOf } from '../xml/iso-values.ts'

/** A debit with what may stand in it or in its block. */
export type ReadDebit = OrderedDebit & { type: XmlElement | null; creditor: XmlElement | null }

/** Reads a DrctDbtTxInf of a pain.008. */
export function readDebit(element: XmlElement): ReadDebit {
  const amount = requiredElement(element, 'InstdAmt')
  const cents = paymentCentsOf(amount)
  if (cents === 0) throw new BankFileRefused(`Un addebito ha importo zero. ${askAgain}`, amount.line)
  const mandate = requiredElement(element, 'DrctDbtTx/MndtRltdInf')
  return {
    type: elementAt(element, 'PmtTpInf'),
    creditor: elementAt(element, 'DrctDbtTx/CdtrSchmeId'),
    line: element.line,
    instruction_id: textAt(element, 'PmtId/InstrId'),
    end_to_end_id: requiredText(element, 'PmtId/EndToEndId'),
    amount: cents,
    mandate_reference: requiredText(mandate, 'MndtId'),
    signed_on: dayOf(requiredElement(mandate, 'DtOfSgntr')),
    amendment: amendmentOf(mandate),
    debtor_name: requiredText(element, 'Dbtr/Nm'),
    debtor_iban: ibanAt(element, 'DbtrAcct/Id/IBAN'),
    text: textOf(element),
  }
}

/**
 * A change of reference or account. Other changes (creditor, name, term) concern the bank only. Since November 2016 SMNDA
 * stands in the old account; older programs write it as the old bank.
 */
function amendmentOf(mandate: XmlElement): MandateAmendment | null {
  const indicator = elementAt(mandate, 'AmdmntInd')
  const details = elementAt(mandate, 'AmdmntInfDtls')
  if (details === null) return null
  if (indicator !== null && !booleanOf(indicator))
    throw new BankFileRefused(
      `Il mandato ${requiredText(mandate, 'MndtId').slice(0, 35)} dice di non essere cambiato, ma elenca modifiche. ${askAgain}`,
      indicator.line,
    )
  const original_mandate_reference = textAt(details, 'OrgnlMndtId')
  const original_debtor_account = oldAccountOf(details)
  if (original_mandate_reference === null && original_debtor_account === null) return null
  return { original_mandate_reference, original_debtor_account }
}

function oldAccountOf(details: XmlElement): string | null {
  if (elementAt(details, 'OrgnlDbtrAcct/Id/IBAN')) return ibanAt(details, 'OrgnlDbtrAcct/Id/IBAN')
  const moved = ['OrgnlDbtrAcct/Id/Othr/Id', 'OrgnlDbtrAgt/FinInstnId/Othr/Id']
  return moved.some((path) => textAt(details, path) === newDebtorBank) ? newDebtorBank : null
}

/** Free text, and structured references after it, joined with a blank. */
function textOf(element: XmlElement): string {
  const remittance = elementAt(element, 'RmtInf')
  if (remittance === null) return ''
  const structured = elementsAt(remittance, 'Strd').map((each) => textAt(each, 'CdtrRefInf/Ref'))
  return [...elementsAt(remittance, 'Ustrd').map(({ text }) => text), ...structured].filter(Boolean).join(' ')
}

/** The valid IBAN at `path`. */
export function ibanAt(element: XmlElement, path: string): string {
  const { valid, iban } = checkIban(requiredText(element, path))
  if (!valid)
    throw new BankFileRefused(
      `L’IBAN ${maskIban(iban)} non è valido. ${askAgain}`,
      requiredElement(element, path).line,
    )
  return iban
}
