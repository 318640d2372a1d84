import { BankFileRefused, type DebitOutcomeFile } from '../../bank-files/bank-file.ts'
import { type Answer, answersOf } from '../../bank-files/pain/answers.ts'
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
  const answers = answersOf(
    file,
    Map.groupBy(debits, ({ block_id }) => block_id),
  )
  let known = 0
  for (const { payment: debit, rejected, reason, line } of inOrderOfBills(answers)) {
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
    ...{
      count: answers.length,
      known,
      amount: answers.reduce((sum, { payment }) => sum + payment.amount, 0),
    },
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

const inOrderOfBills = (answers: readonly Answer<PresentedDebit>[]): Answer<PresentedDebit>[] =>
  answers.toSorted((one, other) => one.payment.bill_id - other.payment.bill_id)
