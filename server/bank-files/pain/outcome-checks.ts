import { formatEuro } from '@saldo/domain/money'
import { BankFileRefused, type DebitOutcome, type DebitOutcomeFile, type DebitStatus } from '../bank-file.ts'
import { askAgain, elementsAt, requiredElement, requiredText, type XmlElement } from '../xml/element.ts'
import { countOf } from '../xml/iso-values.ts'

type Block = DebitOutcomeFile['blocks'][number]
type Original = { original_count: number | null; original_sum: number | null }

/**
 * Refuses statuses that exclude each other, by the rules of ISO's message definition: below a rejection everything is
 * rejected; below an acceptance, or while nothing is decided, nothing is.
 */
export function checkStatusBelow(
  above: DebitStatus | null,
  below: { status: DebitStatus | null; line: number },
): void {
  if (above === null || above === 'PART' || below.status === null) return
  const contradicts =
    above === 'RJCT' ? below.status !== 'RJCT' : below.status === 'RJCT' || below.status === 'PART'
  if (contradicts)
    throw new BankFileRefused(
      `Il file si contraddice: l’insieme è ${above}, ma una sua parte è ${below.status}. ${askAgain}`,
      below.line,
    )
}

/** PART says that some were not accepted: refuses the file if it does not say which. */
export function checkPartsAreNamed(
  status: DebitStatus | null,
  parts: readonly { status: DebitStatus | null }[],
  line: number,
): void {
  if (status === 'PART' && !parts.some((part) => part.status !== null && open.has(part.status)))
    throw new BankFileRefused(
      `La banca dice che una parte degli addebiti non è accettata, ma non dice quali. ${askAgain}`,
      line,
    )
}
const open: ReadonlySet<DebitStatus> = new Set(['RJCT', 'PDNG', 'PART'])

/** Refuses more debits, or a larger sum, than the bank says the order had. */
export function checkWithinOriginal(original: Original, debits: readonly DebitOutcome[], line: number): void {
  const { original_count: count, original_sum: sum } = original
  if (count !== null && debits.length > count)
    throw new BankFileRefused(
      `Gli esiti sono ${debits.length}, ma la banca dice che gli addebiti erano ${count}. ${askAgain}`,
      line,
    )
  const listed = debits.reduce((all, { amount }) => all + (amount ?? 0), 0)
  const complete = count === debits.length && debits.every(({ amount }) => amount !== null)
  if (sum !== null && (listed > sum || (complete && listed !== sum)))
    throw new BankFileRefused(
      `Gli addebiti elencati fanno ${formatEuro(listed)}, ma la banca dice che erano ${formatEuro(sum)}. ${askAgain}`,
      line,
    )
}

/**
 * Refuses blocks that together had more debits, or a larger sum, than the group; when they had all of its debits, also a
 * smaller one.
 */
export function checkBlocksWithinGroup(group: Original, blocks: readonly Block[], line: number): void {
  const count = blocks.reduce((all, block) => all + (block.original_count ?? 0), 0)
  const sum = blocks.reduce((all, block) => all + (block.original_sum ?? 0), 0)
  const tooMany = group.original_count !== null && count > group.original_count
  const tooMuch = group.original_sum !== null && sum > group.original_sum
  const complete = count === group.original_count && blocks.every((block) => block.original_sum !== null)
  const tooLittle = complete && group.original_sum !== null && sum < group.original_sum
  if (tooMany || tooMuch || tooLittle)
    throw new BankFileRefused(
      `Il numero o il totale degli addebiti delle distinte non torna con quello del flusso. ${askAgain}`,
      line,
    )
}

/**
 * Refuses a file that counts debits by status (NbOfTxsPerSts) otherwise than it lists them. Banks may leave out those that
 * they accept; what is rejected one by one must be listed.
 */
export function checkStatusCounts(
  element: XmlElement,
  above: DebitStatus | null,
  debits: readonly DebitOutcome[],
): void {
  for (const each of elementsAt(element, 'NbOfTxsPerSts')) {
    const status = requiredText(each, 'DtldSts')
    const count = requiredElement(each, 'DtldNbOfTxs')
    const listed = debits.filter((debit) => debit.status === status).length
    const declared = countOf(count)
    if (listed > declared || (status === 'RJCT' && above !== 'RJCT' && listed < declared))
      throw new BankFileRefused(
        `La banca conta ${declared} addebiti con stato ${status.slice(0, 10)}, ma ne elenca ${listed}. ${askAgain}`,
        count.line,
      )
  }
}
