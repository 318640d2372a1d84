import * as contract from '@saldo/contract/payments/debits'
import { whyNotPay } from '@saldo/domain/bills/bill'
import { formatDate, nextTargetDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { firstCollectionDay } from '@saldo/domain/sepa/debit'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { lockBill } from '../bills/locked-bill.ts'
import { sourceToCharge } from '../sources/source-to-charge.ts'
import { debitView } from './debit-view.ts'
import { insertDebit } from './insert-debit.ts'

export const planDebit = serve(contract.planDebit, async ({ tx, services, actor, body }) => {
  const bill = await lockBill(tx, body.bill_id)
  await sourceToCharge(tx, { ...bill, ...(await accountOf(tx, bill.account_id)) }, body.source_id)
  const why = whyNotPay(bill)
  if (why) throw conflict('not_payable', why)
  const due = await dueInstalments(tx, bill.bill_id, body.instalment_ids)
  await refuseTwice(tx, bill.bill_id, due.ids)
  const collect_on = collectionDay(body.collect_on)
  const debit_id = await insertDebit(services, tx, {
    customer_id: bill.customer_id,
    account_id: bill.account_id,
    bill_id: bill.bill_id,
    subject_id: bill.subject_id,
    source_id: body.source_id,
    autopay_id: null,
    instalment_ids: due.ids,
    amount: due.amount,
    collect_on,
    created_by: actor.user_id,
    says: `Addebito di ${formatEuro(due.amount)}`,
    actor: await actorName(tx),
  })
  return debitView(tx, debit_id, actor)
})

async function accountOf(tx: Tx, account_id: number) {
  const [row] = await tx`select provider_account from accounts where account_id = ${account_id}`
  return row as { provider_account: 'stripe' | 'stripe2' }
}

/** The due amounts of the given instalments, or of all. Refuses if a part of one is held by another payment. */
async function dueInstalments(tx: Tx, bill_id: number, named: number[] | undefined) {
  const due = await tx<{ instalment_id: number; still_due: number }[]>`
    select instalment_id, amount - settled - pending as still_due from bill_instalments
    where bill_id = ${bill_id} and settled + pending < amount order by due_date, position`
  const wanted = named ? due.filter(({ instalment_id }) => named.includes(instalment_id)) : [...due]
  if (wanted.length === 0 || (named && wanted.length !== new Set(named).size))
    throw conflict('not_payable', 'Queste rate sono già pagate o in corso.')
  return {
    ids: wanted.map(({ instalment_id }) => instalment_id),
    amount: wanted.reduce((sum, { still_due }) => sum + still_due, 0),
  }
}

/** 409 if one of the instalments has a debit already. The bill is locked, so nobody plans another meanwhile. */
async function refuseTwice(tx: Tx, bill_id: number, instalment_ids: number[]): Promise<void> {
  const [planned] = await tx`
    select collect_on from debits
    where bill_id = ${bill_id} and state in ('planned', 'notified', 'started') and instalment_ids && ${instalment_ids}::bigint[]`
  if (planned)
    throw conflict(
      'already_planned',
      `C’è già un addebito previsto per il ${formatDate(planned.collect_on)}.`,
    )
}

/** The first possible collection day: late enough for the notice, and a banking day. */
function collectionDay(wanted: string | undefined): string {
  const first = firstCollectionDay(today())
  if (wanted && wanted < first)
    throw badInput({
      collect_on: `Il primo giorno possibile è il ${formatDate(first)}: prima va mandato il preavviso.`,
    })
  return wanted ? nextTargetDay(wanted) : first
}
