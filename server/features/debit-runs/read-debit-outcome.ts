import { BankFileRefused, type DebitOutcome, type DebitOutcomeFile } from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { ReceivedFlow } from '../flows/feature.ts'
import { noteFlow } from '../flows/note-flow.ts'
import {
  type PresentedDebit,
  presentedColumns,
  presentedDebits,
  rejectPresentedDebit,
} from './presented-debit.ts'

const unsaid = 'MS03'

/**
 * Applies the bank's answer (pain.002) to debits that were presented: the rejected ones free their bills. That others are
 * accepted changes nothing, since only a statement says that money arrived. The answer to an order that is not here is
 * refused, and so is one that does not fit the order. The same answer again changes nothing.
 */
export async function readDebitOutcome(
  services: Services,
  tx: Tx,
  flow: ReceivedFlow,
  file: DebitOutcomeFile,
): Promise<void> {
  const { customer_id, flow_id } = flow
  const debits = await presentedWith(tx, customer_id, file.original_message_id)
  requireSameTotals(file.original_count, file.original_sum, debits, 'il flusso')
  const answered: { debit: PresentedDebit; rejected: boolean; reason: string | null; line: number | null }[] =
    []
  if (file.blocks.length === 0 && file.group_status === 'RJCT')
    answered.push(
      ...debits.map((debit) => ({ debit, rejected: true, reason: file.group_reason, line: null })),
    )
  for (const block of file.blocks) {
    const inBlock = debits.filter(({ block_id }) => block_id === block.block_id)
    if (inBlock.length === 0)
      throw new BankFileRefused(
        `Nel flusso ${file.original_message_id} non c’è nessuna distinta ${block.block_id}.`,
        block.line,
      )
    requireSameTotals(
      block.original_count,
      block.original_sum,
      inBlock,
      `la distinta ${block.block_id}`,
      block.line,
    )
    if (block.debits.length === 0 && (block.status ?? file.group_status) === 'RJCT')
      answered.push(
        ...inBlock.map((debit) => ({
          ...{ debit, rejected: true, reason: block.reason ?? file.group_reason, line: block.line },
        })),
      )
    for (const outcome of block.debits)
      answered.push({
        debit: theDebit(inBlock, outcome),
        rejected: outcome.status === 'RJCT',
        reason: outcome.reason ?? block.reason ?? file.group_reason,
        line: outcome.line,
      })
  }
  let known = 0
  for (const { debit, rejected, reason, line } of inOrderOfBills(answered)) {
    if (!rejected) continue
    if (debit.settled_on !== null)
      throw new BankFileRefused(
        `L’addebito ${debit.end_to_end_id} risulta già incassato: la banca non può averlo scartato prima. Controlla l’estratto conto.`,
        line,
      )
    if (!(await rejectPresentedDebit(services, tx, debit, reason ?? unsaid))) known += 1
  }
  const account_ids = new Set(debits.map(({ account_id }) => account_id))
  await noteFlow(tx, flow_id, {
    reference: file.message_id,
    account_id: account_ids.size === 1 ? (debits[0]?.account_id ?? null) : null,
    ...{ count: answered.length, known, amount: answered.reduce((sum, { debit }) => sum + debit.amount, 0) },
  })
}

/** Locks the bills of the order, then reads its debits. Throws when the order is not here. */
async function presentedWith(tx: Tx, customer_id: number, message_id: string): Promise<PresentedDebit[]> {
  await tx`
    select from bills where customer_id = ${customer_id} and bill_id in (
      select d.bill_id from debit_runs r join debits d on d.customer_id = r.customer_id and d.run_id = r.run_id
      where r.customer_id = ${customer_id} and r.message_id = ${message_id})
    order by bill_id for update`
  const debits = await tx<PresentedDebit[]>`
    select ${presentedColumns(tx)} from ${presentedDebits(tx)}
    join debit_runs r on r.customer_id = d.customer_id and r.run_id = d.run_id and r.state in ('presented', 'closed')
    where r.customer_id = ${customer_id} and r.message_id = ${message_id} order by d.debit_id`
  if (debits.length === 0)
    throw new BankFileRefused(
      `Sono gli esiti del flusso ${message_id}, che qui non c’è: carica prima quel flusso di addebiti.`,
    )
  return debits
}

function requireSameTotals(
  count: number | null,
  sum: number | null,
  debits: readonly PresentedDebit[],
  what: string,
  line: number | null = null,
): void {
  const ours = debits.reduce((total, { amount }) => total + amount, 0)
  if ((count !== null && count !== debits.length) || (sum !== null && sum !== ours))
    throw new BankFileRefused(
      `Gli esiti non corrispondono: per la banca ${what} ha altri addebiti o un altro totale.`,
      line,
    )
}

function theDebit(debits: readonly PresentedDebit[], outcome: DebitOutcome): PresentedDebit {
  const reference = outcome.end_to_end_id ?? outcome.instruction_id
  const [debit, ...others] = debits.filter(({ end_to_end_id }) => end_to_end_id === reference)
  if (!debit || others.length > 0)
    throw new BankFileRefused(
      `L’esito è dell’addebito ${reference ?? '(senza riferimento)'}, che qui non c’è.`,
      outcome.line,
    )
  if (outcome.amount !== null && outcome.amount !== debit.amount)
    throw new BankFileRefused(`L’importo dell’addebito ${reference} non è quello presentato.`, outcome.line)
  return debit
}

const inOrderOfBills = <A extends { debit: PresentedDebit }>(answered: readonly A[]): A[] =>
  answered.toSorted((one, other) => one.debit.bill_id - other.debit.bill_id)
