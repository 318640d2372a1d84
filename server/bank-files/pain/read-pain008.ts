import { checkCreditorId } from '@saldo/domain/sepa/creditor-id'
import { type SequenceType, sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import { BankFileRefused, type DebitOrderBlock, type DebitOrderFile } from '../bank-file.ts'
import {
  askAgain,
  elementAt,
  elementsAt,
  requiredElement,
  requiredText,
  textAt,
  type XmlElement,
} from '../xml/element.ts'
import { dayOf } from '../xml/iso-values.ts'
import { readXml } from '../xml/read-xml.ts'
import { checkDeclared, totalsOf } from './declared-totals.ts'
import { ibanAt, type ReadDebit, readDebit } from './read-debit.ts'
import { orderPath, orderSequences } from './sequences.ts'

/**
 * Reads SEPA debits that were presented to a bank, by any program. Refuses the whole file if counts or sums do not agree at
 * either level, if a reference is used twice, or if a debit is not a SEPA debit in euro of a known mandate and account.
 */
export async function readPain008(file: Buffer, format: DebitOrderFile['format']): Promise<DebitOrderFile> {
  let header: XmlElement | null = null
  const blocks: DebitOrderBlock[] = []
  const seen = new Seen()
  let debits: ReadDebit[] = []
  await readXml(file, {
    namespace: `urn:iso:std:iso:20022:tech:xsd:${format}`,
    sequences: orderSequences(format),
    take: {
      [`${orderPath}/GrpHdr`]: (element) => {
        header = element
      },
      [`${orderPath}/PmtInf/DrctDbtTxInf`]: (element) => {
        const debit = readDebit(element)
        seen.debit(debit)
        debits.push(debit)
      },
      [`${orderPath}/PmtInf`]: (element) => {
        const block = readBlock(element, debits)
        seen.block(block)
        blocks.push(block)
        debits = []
      },
    },
  })
  return fileOf(header as unknown as XmlElement, blocks, format)
}

function fileOf(
  header: XmlElement,
  blocks: DebitOrderBlock[],
  format: DebitOrderFile['format'],
): DebitOrderFile {
  const created = requiredElement(header, 'CreDtTm')
  dayOf(created)
  const totals = totalsOf(blocks.flatMap((block) => block.debits))
  checkDeclared(header, totals, 'Il flusso')
  return {
    kind: 'debit_order',
    format,
    message_id: requiredText(header, 'MsgId'),
    created_at: created.text,
    initiator: textAt(header, 'InitgPty/Nm'),
    ...totals,
    blocks,
  }
}

function readBlock(element: XmlElement, debits: ReadDebit[]): DebitOrderBlock {
  const method = requiredElement(element, 'PmtMtd')
  if (method.text !== 'DD') throw wrong(method, 'DD')
  const block_id = requiredText(element, 'PmtInfId')
  checkDeclared(element, totalsOf(debits), `La distinta ${block_id}`)
  const collect_on = dayOf(requiredElement(element, 'ReqdColltnDt'))
  for (const debit of debits)
    if (debit.signed_on > collect_on)
      throw new BankFileRefused(
        `Il mandato ${debit.mandate_reference} risulta firmato dopo la data di addebito. ${askAgain}`,
        debit.line,
      )
  const types = { block: elementAt(element, 'PmtTpInf'), debits: debits.map(({ type }) => type) }
  for (const type of [types.block, ...types.debits])
    for (const level of type ? elementsAt(type, 'SvcLvl') : [])
      if (textAt(level, 'Cd') !== 'SEPA') throw wrong(elementAt(level, 'Cd') ?? level, 'SEPA')
  return {
    line: element.line,
    block_id,
    sequence: sequenceOf(theOne(element, types, 'SeqTp')),
    scheme: schemeOf(theOne(element, types, 'LclInstrm/Cd')),
    collect_on,
    creditor_name: requiredText(element, 'Cdtr/Nm'),
    creditor_iban: ibanAt(element, 'CdtrAcct/Id/IBAN'),
    creditor_id: creditorIdOf(element, debits),
    debits: debits.map(({ type, creditor, ...debit }) => debit),
  }
}

/**
 * What the block says of all its debits, or each debit of itself. Debits that say different things would need blocks of
 * their own: such a file is refused.
 */
function theOne(
  block: XmlElement,
  at: { block: XmlElement | null; debits: (XmlElement | null)[] },
  path: string,
): XmlElement {
  const ofBlock = at.block && elementAt(at.block, path)
  const ofDebits = at.debits.map((debit) => debit && elementAt(debit, path))
  const found = ofBlock ?? ofDebits.find((each) => each !== null)
  if (!found || (!ofBlock && ofDebits.includes(null)))
    throw new BankFileRefused(
      `Di uno o più addebiti non si sa <${path}>, che è obbligatorio. ${askAgain}`,
      block.line,
    )
  for (const each of ofDebits)
    if (each && each.text !== found.text)
      throw new BankFileRefused(
        `Nella stessa distinta <${each.name}> è sia ${found.text.slice(0, 35)} sia ${each.text.slice(0, 35)}. ${askAgain}`,
        each.line,
      )
  return found
}

function sequenceOf(element: XmlElement): SequenceType {
  const sequence = sequenceTypes.find((type) => type === element.text)
  if (!sequence) throw wrong(element, sequenceTypes.join(', '))
  return sequence
}

function schemeOf(element: XmlElement): 'CORE' | 'B2B' {
  if (element.text !== 'CORE' && element.text !== 'B2B') throw wrong(element, 'CORE o B2B')
  return element.text
}

function creditorIdOf(element: XmlElement, debits: ReadDebit[]): string {
  const creditors = {
    block: elementAt(element, 'CdtrSchmeId'),
    debits: debits.map(({ creditor }) => creditor),
  }
  const found = theOne(element, creditors, 'Id/PrvtId/Othr/Id')
  const { valid, creditor_id } = checkCreditorId(found.text)
  if (valid) return creditor_id
  throw new BankFileRefused(
    `L’identificativo del creditore ${creditor_id.slice(0, 35)} non è valido. ${askAgain}`,
    found.line,
  )
}

const wrong = ({ name, text, line }: XmlElement, expected: string): BankFileRefused =>
  new BankFileRefused(
    `<${name}> contiene «${text.replace(/\s+/g, ' ').slice(0, 30)}» invece di ${expected}: non è un addebito SEPA che Saldo legge. ${askAgain}`,
    line,
  )

/** References that the bank answers by: each may stand once in a file. */
class Seen {
  readonly #debits = new Set<string>()
  readonly #blocks = new Set<string>()

  debit({ end_to_end_id, line }: ReadDebit): void {
    this.#once(this.#debits, end_to_end_id, 'Il riferimento', line)
  }

  block({ block_id, line }: DebitOrderBlock): void {
    this.#once(this.#blocks, block_id, 'La distinta', line)
  }

  #once(seen: Set<string>, id: string, what: string, line: number): void {
    if (seen.has(id))
      throw new BankFileRefused(`${what} ${id.slice(0, 35)} è nel file due volte. ${askAgain}`, line)
    seen.add(id)
  }
}
