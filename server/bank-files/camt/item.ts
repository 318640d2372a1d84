import { checkIban } from '@saldo/domain/iban'
import type { Cents } from '@saldo/domain/money'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { elementAt, elementsAt, textAt, type XmlElement } from '../xml/element.ts'
import { paymentCentsOf, signOf } from '../xml/iso-values.ts'

export type Party = { name: string | null; iban: string | null; fiscal_code: string | null }

/** One transaction of an entry (TxDtls), as far as movements need it. */
export type Item = {
  line: number
  /** Null: only the entry has an amount. */
  amount: Cents | null
  /** Null: that of the entry. */
  sign: 1 | -1 | null
  /** What the bank kept or added, as stated with the item and with the entry. */
  charges: Cents[]
  bank_reference: string | null
  end_to_end_id: string | null
  mandate_reference: string | null
  batch_reference: string | null
  return_reason: string | null
  structured_reference: string | null
  text: string
  /** What the bank adds (AddtlTxInf). */
  addition: string | null
  bank_code: string | null
  debtor: Party
  creditor: Party
}

export function readItem(details: XmlElement): Item {
  const references = textsAt(details, 'RmtInf', 'Strd').flatMap(
    (structured) => textAt(structured, 'CdtrRefInf/Ref') ?? [],
  )
  return {
    line: details.line,
    ...amountOf(details),
    charges: [chargesOf(details)],
    bank_reference: textAt(details, 'Refs/AcctSvcrRef'),
    end_to_end_id: provided(textAt(details, 'Refs/EndToEndId')),
    mandate_reference: provided(textAt(details, 'Refs/MndtId')),
    batch_reference: provided(textAt(details, 'Refs/PmtInfId')),
    return_reason: textAt(details, 'RtrInf/Rsn/Cd') ?? textAt(details, 'RtrInf/Rsn/Prtry'),
    // Several references are several bills: in the text, none of them stands for the whole amount.
    structured_reference: references.length === 1 ? references[0]! : null,
    text: remittanceOf(details, references),
    addition: textAt(details, 'AddtlTxInf'),
    bank_code: bankCodeOf(details),
    debtor: partyOf(details, 'Dbtr'),
    creditor: partyOf(details, 'Cdtr'),
  }
}

/** The amount stands in TxDtls itself since .08; before, in AmtDtls. */
function amountOf(details: XmlElement): Pick<Item, 'amount' | 'sign'> {
  const sign = elementAt(details, 'CdtDbtInd')
  const amount = elementAt(details, 'Amt') ?? elementAt(details, 'AmtDtls/TxAmt/Amt')
  // A transfer that was ordered in another currency names it here; what counts is the entry, in euro.
  const other = amount?.name === 'Amt' && amount.attributes.Ccy !== 'EUR'
  return {
    amount: amount === null || other ? null : paymentCentsOf(amount),
    sign: sign === null ? null : signOf(sign),
  }
}

/** The sum of the charges of an element: since .08 in records. */
export function chargesOf(element: XmlElement): Cents {
  return elementsAt(element, 'Chrgs')
    .flatMap((charges) => [charges, ...elementsAt(charges, 'Rcrd')])
    .flatMap((charge) => elementAt(charge, 'Amt') ?? [])
    .reduce((sum, amount) => sum + (amount.attributes.Ccy === 'EUR' ? paymentCentsOf(amount) : 0), 0)
}

/** `PMNT/RCDT/ESCT`, or the bank's own code; null without a BkTxCd. */
export function bankCodeOf(element: XmlElement): string | null {
  const domain = elementAt(element, 'BkTxCd/Domn')
  if (domain === null) return textAt(element, 'BkTxCd/Prtry/Cd')
  const parts = [textAt(domain, 'Cd'), textAt(domain, 'Fmly/Cd'), textAt(domain, 'Fmly/SubFmlyCd')]
  return parts.filter((part) => part !== null).join('/') || null
}

/** `NOTPROVIDED` stands where the schema wants a reference and there is none. */
export const provided = (reference: string | null): string | null =>
  reference === null || /^NOT ?PROVIDED$/i.test(reference) ? null : reference

/** Unstructured lines, and of structured ones whatever is not the only creditor reference. */
function remittanceOf(details: XmlElement, references: string[]): string {
  const free = textsAt(details, 'RmtInf', 'Ustrd').map(({ text }) => text)
  const structured = textsAt(details, 'RmtInf', 'Strd').flatMap((each) => [
    ...elementsAt(each, 'RfrdDocInf').flatMap((document) => textAt(document, 'Nb') ?? []),
    ...elementsAt(each, 'AddtlRmtInf').map(({ text }) => text),
  ])
  return joined([...free, ...structured, ...(references.length > 1 ? references : [])])
}

/** Texts in one line, each once. */
export const joined = (texts: (string | null)[]): string =>
  [...new Set(texts.map((text) => text?.replace(/\s+/g, ' ').trim()))].filter(Boolean).join(' ')

/** .02 has the name in `Dbtr`, .08 in `Dbtr/Pty`, or in `Dbtr/Agt` if the party is a bank. */
function partyOf(details: XmlElement, role: 'Dbtr' | 'Cdtr'): Party {
  const outer = elementAt(details, `RltdPties/${role}`)
  const party = outer && (elementAt(outer, 'Pty') ?? outer)
  const iban = textAt(details, `RltdPties/${role}Acct/Id/IBAN`)
  const checked = iban === null ? null : checkIban(iban)
  return {
    name: (party && textAt(party, 'Nm')) ?? (outer && textAt(outer, 'Agt/FinInstnId/Nm')),
    iban: checked?.valid ? checked.iban : null,
    fiscal_code: party && fiscalCodeOf(party),
  }
}

function fiscalCodeOf(party: XmlElement): string | null {
  const ids = ['PrvtId', 'OrgId'].flatMap((kind) => textsAt(party, `Id/${kind}`, 'Othr'))
  for (const id of ids) {
    const code = textAt(id, 'Id')
    const valid = code === null ? null : validFiscalCode(code)
    if (valid !== null) return valid
  }
  return null
}

/** A tax code or VAT number, normalised; null if it fails its checks. */
export function validFiscalCode(text: string): string | null {
  const { valid, fiscal_code } = checkFiscalCode(text)
  return valid ? fiscal_code : null
}

function textsAt(element: XmlElement, path: string, name: string): XmlElement[] {
  const parent = elementAt(element, path)
  return parent === null ? [] : elementsAt(parent, name)
}
