import type { Day } from '@saldo/domain/dates'
import { maskIban, normaliseIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import {
  BankFileRefused,
  type DebitOrderBlock,
  type DebitOrderFile,
  type OrderedDebit,
} from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import type { Part } from '../bills/money/instalment-money.ts'
import { insertRunDebits } from '../debits/run-debits.ts'
import type { ReceivedFlow } from '../flows/feature.ts'
import { noteFlow } from '../flows/note-flow.ts'
import { openBankAttempts } from '../payments/pay/open-bank-attempts.ts'
import { mandateOfOrder } from './mandate-of-order.ts'
import { type OpenBill, openBillsNamed } from './open-bills.ts'
import { runAccountByIban } from './run-account.ts'

/**
 * Takes over debits that another program presented to the bank: they are under way, so their bills are held and their
 * outcomes are followed here. Every debit must name exactly one open bill and ask for what is due of it; else the file is
 * refused with the line. The same file again, or one of our own, changes nothing.
 */
export async function readDebitOrder(
  services: Services,
  tx: Tx,
  flow: ReceivedFlow,
  file: DebitOrderFile,
): Promise<void> {
  const { customer_id, flow_id } = flow
  const accounts = new Map<number, { name: string; blocks: DebitOrderBlock[] }>()
  for (const block of file.blocks) {
    const account = await runAccountByIban(tx, customer_id, normaliseIban(block.creditor_iban))
    if (!account)
      throw new BankFileRefused(
        `Nessun condominio ha l’IBAN del creditore ${maskIban(block.creditor_iban)}: controlla i dati del condominio.`,
        block.line,
      )
    if (account.creditor_id !== null && account.creditor_id !== block.creditor_id)
      throw new BankFileRefused(
        `L’identificativo del creditore ${block.creditor_id} non è quello di ${account.name}, ${account.creditor_id}.`,
        block.line,
      )
    const of = accounts.get(account.account_id) ?? { name: account.name, blocks: [] }
    of.blocks.push(block)
    accounts.set(account.account_id, of)
  }
  const known = await presentedBefore(tx, customer_id, file)
  if (!known)
    for (const [account_id, { blocks }] of [...accounts].sort(([one], [other]) => one - other))
      await takeOver(services, tx, { ...flow, account_id }, file, blocks)
  const [only, ...others] = [...accounts.keys()]
  await noteFlow(tx, flow_id, {
    ...{ reference: file.message_id, account_id: others.length === 0 && only !== undefined ? only : null },
    ...{ count: file.count, known: known ? file.count : 0, amount: file.sum },
  })
}

/** Whether this order is here already. Another order with the same identifier is refused. */
async function presentedBefore(tx: Tx, customer_id: number, file: DebitOrderFile): Promise<boolean> {
  const [before] = await tx<{ count: number; sum: number }[]>`
    select count(*)::int as count, coalesce(sum(d.amount), 0)::bigint as sum
    from debit_runs r
    join debits d on d.customer_id = r.customer_id and d.run_id = r.run_id and d.payment_id is not null
    where r.customer_id = ${customer_id} and r.message_id = ${file.message_id} having count(*) > 0`
  if (!before) return false
  if (before.count === file.count && before.sum === file.sum) return true
  throw new BankFileRefused(
    `C’è già un flusso ${file.message_id} con altri addebiti (${before.count}, ${formatEuro(before.sum)}): due flussi non possono avere lo stesso riferimento.`,
  )
}

type To = ReceivedFlow & { account_id: number }
type Matched = OrderedDebit & {
  block: DebitOrderBlock
  bill: OpenBill
  parts: Part[]
  mandate_id: number
}

async function takeOver(
  services: Services,
  tx: Tx,
  flow: To,
  file: DebitOrderFile,
  blocks: readonly DebitOrderBlock[],
): Promise<void> {
  const { customer_id, account_id, flow_id, created_by } = flow
  const [first] = blocks as [DebitOrderBlock]
  const other = blocks.find(({ collect_on }) => collect_on !== first.collect_on)
  const debits = await matchedDebits(tx, flow, file, blocks)
  const presented_at = `${file.created_at.slice(0, 10)}T11:00:00Z`
  const collect_on = (other ? [...blocks].map((each) => each.collect_on).sort()[0] : first.collect_on) as Day
  const [run] = await tx<{ run_id: number }[]>`
    insert into debit_runs ${tx({
      ...{ customer_id, account_id, collect_on, state: 'presented', format: file.format, loaded: true },
      ...{ message_id: file.message_id, flow_id, creditor_id: first.creditor_id, created_by, presented_at },
    })} returning run_id`
  const run_id = run?.run_id as number
  const actor = await actorName(tx)
  const payment_ids = await openBankAttempts(
    services,
    tx,
    debits.map(({ bill, debtor_name, debtor_iban, parts }) => ({
      ...{ customer_id, account_id, bill_id: bill.bill_id, subject_id: bill.subject_id },
      ...{ payer_name: debtor_name, receipt_email: bill.email, last4: debtor_iban.slice(-4), parts },
    })),
    { created_by, actor },
  )
  await insertRunDebits(
    tx,
    debits.map((debit, at) => ({
      ...{ customer_id, account_id, run_id, bill_id: debit.bill.bill_id, subject_id: debit.bill.subject_id },
      ...{ mandate_id: debit.mandate_id, amount: debit.amount, collect_on: debit.block.collect_on },
      instalment_ids: debit.parts.map(({ instalment_id }) => instalment_id),
      ...{
        sequence: debit.block.sequence,
        block_id: debit.block.block_id,
        end_to_end_id: debit.end_to_end_id,
      },
      ...{ debtor_iban: normaliseIban(debit.debtor_iban), tries: 1, retry_of: null, created_by },
      ...{ state: 'started' as const, notified_at: presented_at, payment_id: payment_ids[at] as number },
    })),
  )
}

/** Each debit with its bill, the instalments that it pays, and its mandate. Throws a BankFileRefused with the line. */
async function matchedDebits(
  tx: Tx,
  flow: To,
  file: DebitOrderFile,
  blocks: readonly DebitOrderBlock[],
): Promise<Matched[]> {
  const all = blocks.flatMap((block) => block.debits.map((debit) => ({ block, debit })))
  const references = new Set<string>()
  for (const { debit } of all) {
    if (references.has(debit.end_to_end_id))
      throw new BankFileRefused(
        `Due addebiti hanno lo stesso riferimento ${debit.end_to_end_id}.`,
        debit.line,
      )
    references.add(debit.end_to_end_id)
  }
  const bills = await openBillsNamed(
    tx,
    flow,
    all.map(({ debit }) => debit),
  )
  const taken = new Set<number>()
  const matched: Matched[] = []
  for (const [at, { block, debit }] of all.entries()) {
    const bill = theBill(bills[at] ?? [], debit)
    const parts = partsOf(bill, debit, taken)
    for (const { instalment_id } of parts) taken.add(instalment_id)
    const mandate_id = await mandateOfOrder(tx, flow, { block, debit, bill, message_id: file.message_id })
    matched.push({ ...debit, block, bill, parts, mandate_id })
  }
  return matched
}

function theBill(found: readonly OpenBill[], { line, text, end_to_end_id }: OrderedDebit): OpenBill {
  const [bill, ...others] = found
  if (!bill)
    throw new BankFileRefused(
      `L’addebito ${end_to_end_id} non nomina nessuna bolletta di questo condominio: il testo è «${text}».`,
      line,
    )
  if (others.length > 0)
    throw new BankFileRefused(
      `L’addebito ${end_to_end_id} nomina più bollette (${found.map(({ number }) => number).join(', ')}): non si può sapere quale paga.`,
      line,
    )
  return bill
}

/** The instalments that the amount pays: the earliest due first, none of them in part, none that something else holds. */
function partsOf(bill: OpenBill, debit: OrderedDebit, taken: ReadonlySet<number>): Part[] {
  const due = bill.instalments.filter(({ instalment_id }) => !taken.has(instalment_id))
  if (due.some(({ held }) => held))
    throw new BankFileRefused(
      `La bolletta ${bill.number} ha già un pagamento in corso: aspetta che finisca, poi carica di nuovo il flusso.`,
      debit.line,
    )
  const parts: Part[] = []
  let sum = 0
  for (const { instalment_id, still_due } of due) {
    if (sum === debit.amount) break
    sum += still_due
    parts.push({ bill_id: bill.bill_id, instalment_id, amount: still_due })
  }
  if (sum !== debit.amount || parts.length === 0) {
    const all = due.reduce((total, { still_due }) => total + still_due, 0)
    throw new BankFileRefused(
      `L’addebito ${debit.end_to_end_id} è di ${formatEuro(debit.amount)}, ma della bolletta ${bill.number} restano da pagare ${formatEuro(all)}.`,
      debit.line,
    )
  }
  return parts
}
