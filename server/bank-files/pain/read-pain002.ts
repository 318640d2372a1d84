import {
  BankFileRefused,
  type DebitOutcome,
  type DebitOutcomeFile,
  type DebitStatus,
  type TransferOutcomeFile,
} from '../bank-file.ts'
import { askAgain, elementAt, requiredElement, requiredText, type XmlElement } from '../xml/element.ts'
import { countOf, dayOf, decimalCents } from '../xml/iso-values.ts'
import { readXml } from '../xml/read-xml.ts'
import {
  checkBlocksWithinGroup,
  checkPartsAreNamed,
  checkStatusBelow,
  checkStatusCounts,
  checkWithinOriginal,
} from './outcome-checks.ts'
import { type ListedOutcome, readOutcome, reasonOf, statusAt } from './read-outcome.ts'
import { outcomePath, outcomeSequences } from './sequences.ts'

type Block = DebitOutcomeFile['blocks'][number]
/** OrgnlGrpInfAndSts: the whole order. */
type Group = {
  element: XmlElement
  status: DebitStatus | null
  kind: DebitOutcomeFile['kind'] | TransferOutcomeFile['kind']
}

/**
 * Reads a bank's answer to presented debits (pain.008) or to ordered transfers (pain.001).
 * Refuses the whole file if it contradicts itself: statuses that exclude each other, more debits than the order had, a
 * rejection that is counted and not listed, the same debit twice.
 */
export async function readPain002(
  file: Buffer,
  format: DebitOutcomeFile['format'],
): Promise<DebitOutcomeFile | TransferOutcomeFile> {
  let header: XmlElement | null = null
  let group: Group | null = null
  let listed: ListedOutcome[] = []
  const blocks: Block[] = []
  await readXml(file, {
    namespace: `urn:iso:std:iso:20022:tech:xsd:${format}`,
    sequences: outcomeSequences(format),
    take: {
      [`${outcomePath}/GrpHdr`]: (element) => {
        dayOf(requiredElement(element, 'CreDtTm'))
        header = element
      },
      [`${outcomePath}/OrgnlGrpInfAndSts`]: (element) => {
        group = readGroup(element)
      },
      [`${outcomePath}/OrgnlPmtInfAndSts/TxInfAndSts`]: (element) => {
        listed.push(readOutcome(element))
      },
      [`${outcomePath}/OrgnlPmtInfAndSts`]: (element) => {
        blocks.push(readBlock(element, listed, group as unknown as Group))
        listed = []
      },
    },
  })
  // The sequences require both.
  return fileOf(header as unknown as XmlElement, group as unknown as Group, blocks, format)
}

function readGroup(element: XmlElement): Group {
  const name = requiredElement(element, 'OrgnlMsgNmId')
  const kind = /^pain\.008/i.test(name.text)
    ? 'debit_outcome'
    : /^pain\.001/i.test(name.text)
      ? 'transfer_outcome'
      : null
  if (kind === null)
    throw new BankFileRefused(
      `Questo file risponde a un messaggio ${name.text.slice(0, 35)}, non a degli addebiti (pain.008) né a dei bonifici (pain.001).`,
      name.line,
    )
  return { element, kind, status: statusAt(element, 'GrpSts') }
}

function readBlock(element: XmlElement, listed: ListedOutcome[], group: Group): Block {
  const status = statusAt(element, 'PmtInfSts')
  checkStatusBelow(group.status, { status, line: element.line })
  const above = status ?? group.status
  const debits = listed.map((debit) => {
    checkStatusBelow(above, debit)
    return { ...debit, status: debit.status ?? inherited(above, debit.line) }
  })
  const original = originalOf(element)
  checkWithinOriginal(original, debits, element.line)
  checkStatusCounts(element, above, debits)
  checkPartsAreNamed(status, debits, element.line)
  const block_id = requiredText(element, 'OrgnlPmtInfId')
  return { line: element.line, block_id, ...original, status, reason: reasonOf(element), debits }
}

/** A debit that is listed without a status has that of its block or group, unless those are mixed. */
function inherited(above: DebitStatus | null, line: number): DebitStatus {
  if (above !== null && above !== 'PART') return above
  throw new BankFileRefused(`Di un addebito non si sa lo stato (<TxSts>). ${askAgain}`, line)
}

function fileOf(
  header: XmlElement,
  { element, status, kind }: Group,
  blocks: Block[],
  format: DebitOutcomeFile['format'],
): DebitOutcomeFile | TransferOutcomeFile {
  const debits = blocks.flatMap((block) => block.debits)
  refuseTwins(blocks, debits)
  const original = originalOf(element)
  checkBlocksWithinGroup(original, blocks, element.line)
  checkWithinOriginal(original, debits, element.line)
  if (blocks.every((block) => block.status !== 'RJCT')) checkStatusCounts(element, status, debits)
  checkPartsAreNamed(status, [...blocks, ...debits], element.line)
  return {
    kind,
    format,
    message_id: requiredText(header, 'MsgId'),
    original_message_id: requiredText(element, 'OrgnlMsgId'),
    ...original,
    group_status: status,
    group_reason: reasonOf(element),
    blocks,
  }
}

function originalOf(element: XmlElement): { original_count: number | null; original_sum: number | null } {
  const count = elementAt(element, 'OrgnlNbOfTxs')
  const sum = elementAt(element, 'OrgnlCtrlSum')
  return {
    original_count: count === null ? null : countOf(count),
    original_sum: sum === null ? null : decimalCents(sum),
  }
}

function refuseTwins(blocks: readonly Block[], debits: readonly DebitOutcome[]): void {
  const seen = new Set<string>()
  const named = [
    ...blocks.map(({ block_id, line }) => [`La distinta ${block_id}`, line] as const),
    ...debits.map(
      ({ end_to_end_id, instruction_id, line }) =>
        [`L’addebito ${end_to_end_id ?? instruction_id}`, line] as const,
    ),
  ]
  for (const [name, line] of named) {
    if (seen.has(name))
      throw new BankFileRefused(`${name.slice(0, 60)} è nel file due volte. ${askAgain}`, line)
    seen.add(name)
  }
}
