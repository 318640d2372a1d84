import { checkIban, maskIban } from '@saldo/domain/iban'
import { BankFileRefused, type BankMovement, type BankStatement, type StatementFile } from '../bank-file.ts'
import { refuseRepeatedStatement } from '../repeated-statement.ts'
import {
  askAgain,
  elementAt,
  requiredElement,
  requiredText,
  textAt,
  type XmlElement,
} from '../xml/element.ts'
import { dayOf } from '../xml/iso-values.ts'
import { readXml } from '../xml/read-xml.ts'
import { type Details, type Entry, readEntry } from './entry.ts'
import { type Item, readItem } from './item.ts'
import { type CamtFormat, camtSequences, messageOf } from './sequences.ts'
import { balancesOf, checkTotals } from './totals.ts'

/**
 * Reads account statements (camt.053) or notifications of movements (camt.054) of ISO 20022, versions 02 and 08. Refuses
 * the whole file if balances, counts or sums do not agree, or if an amount is not in euro.
 */
export async function readCamt(file: Buffer, format: CamtFormat): Promise<StatementFile> {
  const { root, statement } = messageOf(format)
  const path = `${root}/${statement}`
  const statements: BankStatement[] = []
  let items: Item[] = []
  let details: Details[] = []
  let entries: { element: XmlElement; details: Details[] }[] = []
  await readXml(file, {
    namespace: `urn:iso:std:iso:20022:tech:xsd:${format}`,
    sequences: camtSequences(format),
    take: {
      [`${path}/Ntry/NtryDtls/TxDtls`]: (element) => {
        items.push(readItem(element))
      },
      [`${path}/Ntry/NtryDtls`]: (element) => {
        details.push({ element, items })
        items = []
      },
      [`${path}/Ntry`]: (element) => {
        entries.push({ element, details })
        details = []
      },
      [path]: (element) => {
        statements.push(readStatement(element, entries, format))
        refuseRepeatedStatement(statements)
        entries = []
      },
    },
  })
  return { kind: 'statement', format, statements }
}

function readStatement(
  element: XmlElement,
  raw: { element: XmlElement; details: Details[] }[],
  format: CamtFormat,
): BankStatement {
  const iban = accountOf(element)
  const entries = raw.map((entry) => readEntry(entry.element, entry.details, iban))
  const from = elementAt(element, 'FrToDt/FrDtTm')
  const to = elementAt(element, 'FrToDt/ToDtTm')
  const balances = format.startsWith('camt.053') ? balancesOf(element) : null
  checkTotals(element, entries, balances)
  if (balances === null) refuseTwins(entries)
  return {
    iban,
    reference: textAt(element, 'Id'),
    from: from === null ? null : dayOf(from),
    to: to === null ? null : dayOf(to),
    opening: balances?.opening ?? null,
    closing: balances?.closing ?? null,
    line: element.line,
    pending: entries.filter((entry) => entry.is_pending).length,
    movements: movementsOf(entries),
  }
}

function movementsOf(entries: Entry[]): BankMovement[] {
  return entries
    .filter((entry) => !entry.is_pending)
    .flatMap((entry, index) => entry.movements.map((movement) => ({ entry: index + 1, ...movement })))
}

function accountOf(element: XmlElement): string {
  const account = requiredElement(element, 'Acct')
  const currency = elementAt(account, 'Ccy')
  if (currency !== null && currency.text !== 'EUR')
    throw new BankFileRefused(
      'Il file contiene un conto che non è in euro. Scarica il file dei soli conti in euro.',
      currency.line,
    )
  if (elementAt(account, 'Id/IBAN') === null)
    throw new BankFileRefused(
      'Il file non indica il conto con il suo IBAN, quindi non si sa di quale condominio è. Chiedi alla banca l’estratto con l’IBAN.',
      account.line,
    )
  const { valid, iban } = checkIban(requiredText(account, 'Id/IBAN'))
  if (!valid)
    throw new BankFileRefused(`L’IBAN del conto, ${maskIban(iban)}, non è valido. ${askAgain}`, account.line)
  return iban
}

/** Without balances nothing else shows an entry that is in the file twice. */
function refuseTwins(entries: Entry[]): void {
  const seen = new Set<string>()
  for (const {
    movements: [first],
  } of entries) {
    if (!first?.bank_reference) continue
    const key = [first.bank_reference, first.booked_on, first.amount].join(' ')
    if (seen.has(key))
      throw new BankFileRefused(
        `Lo stesso movimento, con lo stesso riferimento della banca, è scritto due volte. ${askAgain}`,
        first.line,
      )
    seen.add(key)
  }
}
