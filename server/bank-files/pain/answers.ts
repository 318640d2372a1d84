import { BankFileRefused, type DebitOutcomeFile, type TransferOutcomeFile } from '../bank-file.ts'

type File = DebitOutcomeFile | TransferOutcomeFile
type Listed = File['blocks'][number]['debits'][number]
type Ordered = { end_to_end_id: string; amount: number }

/** What a bank says of one payment of an order. `line`: of the file; null if the whole file says it. */
export type Answer<P> = { payment: P; rejected: boolean; reason: string | null; line: number | null }

/** How the file and its payments are called in a refusal. */
const words = {
  debit_outcome: { file: 'il flusso', many: 'addebiti', of: 'dell’addebito', asked: 'presentato' },
  transfer_outcome: { file: 'il file', many: 'bonifici', of: 'del bonifico', asked: 'disposto' },
} as const

/**
 * What an answer (pain.002) says of the payments of the order, by the block in which they were ordered; each at most once. A
 * block or a file that is rejected rejects also the payments that it does not list. Payments of which it says nothing have no
 * answer. Throws, with an Italian sentence, when the answer does not fit the order. Amounts in cents.
 */
export function answersOf<P extends Ordered>(
  file: File,
  ordered: ReadonlyMap<string, readonly P[]>,
): Answer<P>[] {
  const { file: whole, many } = words[file.kind]
  const requireSame = (of: Totals, payments: readonly P[], what: string, line: number | null) => {
    if (hasOtherTotals(of, payments))
      throw new BankFileRefused(
        `Gli esiti non corrispondono: per la banca ${what} ha altri ${many} o un altro totale.`,
        line,
      )
  }
  const all = [...ordered.values()].flat()
  requireSame(file, all, whole, null)
  const answers = file.blocks.flatMap((block) => {
    const payments = ordered.get(block.block_id)
    if (!payments)
      throw new BankFileRefused(
        `Nel file ${file.original_message_id} non c’è nessuna distinta ${block.block_id}.`,
        block.line,
      )
    requireSame(block, payments, `la distinta ${block.block_id}`, block.line)
    const reason = block.reason ?? file.group_reason
    const listed = block.debits.map((outcome) => ({
      payment: paymentOf(file, payments, outcome),
      ...{ rejected: outcome.status === 'RJCT', reason: outcome.reason ?? reason, line: outcome.line },
    }))
    const rejected = (block.status ?? file.group_status) === 'RJCT'
    return rejected ? [...listed, ...rejections(payments, listed, reason, block.line)] : listed
  })
  return file.group_status === 'RJCT'
    ? [...answers, ...rejections(all, answers, file.group_reason, null)]
    : answers
}

/** The rejections of those that have no answer of their own. */
function rejections<P>(
  payments: readonly P[],
  answers: readonly Answer<P>[],
  reason: string | null,
  line: number | null,
): Answer<P>[] {
  const answered = new Set(answers.map(({ payment }) => payment))
  return payments
    .filter((payment) => !answered.has(payment))
    .map((payment) => ({ payment, rejected: true, reason, line }))
}

type Totals = { original_count: number | null; original_sum: number | null }

function hasOtherTotals({ original_count, original_sum }: Totals, payments: readonly Ordered[]): boolean {
  const sum = payments.reduce((total, { amount }) => total + amount, 0)
  return (
    (original_count !== null && original_count !== payments.length) ||
    (original_sum !== null && original_sum !== sum)
  )
}

function paymentOf<P extends Ordered>({ kind }: File, payments: readonly P[], outcome: Listed): P {
  const { of, asked } = words[kind]
  const { amount, line } = outcome
  const reference = outcome.end_to_end_id ?? outcome.instruction_id
  const [payment, ...others] = payments.filter(({ end_to_end_id }) => end_to_end_id === reference)
  if (!payment || others.length > 0)
    throw new BankFileRefused(`L’esito è ${of} ${reference ?? '(senza riferimento)'}, che qui non c’è.`, line)
  if (amount !== null && amount !== payment.amount)
    throw new BankFileRefused(`L’importo ${of} ${reference} non è quello ${asked}.`, line)
  return payment
}
