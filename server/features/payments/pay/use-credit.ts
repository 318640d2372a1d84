import * as contract from '@saldo/contract/payments/allocations'
import { whyNotPay } from '@saldo/domain/bills/bill'
import { allocate } from '@saldo/domain/payments/allocation'
import type { Tx } from '../../../db/connection.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve, serveAcross } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { settleDirectly } from '../allocate/settle-directly.ts'
import { creditOf } from '../allocate/subject-credit.ts'
import { type DueOfBill, lockBills, lockDueInstalments } from './pay-bill.sql.ts'

export const useCredit = serve(contract.useCredit, async ({ tx, services, params, actor }) =>
  payByCredit(services, tx, params.id, { name: await actorName(tx), user_id: actor.user_id }),
)

/** The link's actor finds the bill. The system writes, because a payer may not write to the ledger. */
export const useMyCredit = serveAcross(contract.useMyCredit, async ({ services, actor }) => {
  const bill_id = actor.role === 'link' ? actor.bill_id : 0
  return services.asSystem((tx) => payByCredit(services, tx, bill_id, { name: 'pagatore', user_id: null }))
})

/** Pays a bill with its holder's credit as far as it goes, earliest due instalment first. */
async function payByCredit(
  services: Services,
  tx: Tx,
  bill_id: number,
  by: { name: string; user_id: number | null },
) {
  const [bill] = await lockBills(tx, [bill_id])
  if (!bill) throw notFound('La bolletta')
  const why = whyNotPay(bill)
  if (why) throw conflict('not_payable', why)
  const due = await lockDueInstalments(tx, [bill])
  const { customer_id, account_id, subject_id } = bill
  const credit = await creditOf(tx, bill)
  const { allocations, surplus } = allocate(credit, due)
  const amount = credit - surplus
  if (amount === 0) throw conflict('no_credit', 'Non c’è credito da usare per questa bolletta.')
  await tx`
    update subject_credits set balance = balance - ${amount}
    where customer_id = ${customer_id} and account_id = ${account_id} and subject_id = ${subject_id}`
  const parts = allocations.map((part) => ({
    ...part,
    bill_id: (due.find(({ instalment_id }) => instalment_id === part.instalment_id) as DueOfBill).bill_id,
  }))
  const payment_id = await settleDirectly(
    services,
    tx,
    {
      ...{ customer_id, account_id, subject_id, bill_id, method: 'CREDIT', amount },
      settled_at: new Date().toISOString(),
      created_by: by.user_id,
    },
    { parts, surplus: 0, rule: 'named', actor: by.name },
  )
  return { payment_id, amount }
}
