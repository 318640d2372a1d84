import * as contract from '@saldo/contract/payments/notices'
import type { NoticeKind } from '@saldo/domain/payments/notice'
import { writeMavRecall } from '../../bank-files/cbi/write-notices.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { createFlow } from '../flows/create-flow.ts'
import { readFlow } from '../flows/flows-list.ts'
import { candidatesOf } from './candidates.ts'
import { byAccount, newFlowName, orderOf } from './notice-file.ts'

type Recalled = {
  notice_id: number
  kind: NoticeKind
  bill_id: number
  creditor_number: string
  amount: number
  due_on: string
  state: string
  ordered: boolean
}

/** Makes the files that ask the banks not to collect these notices any more (causale 07100). */
export const recallNotices = serve(contract.recallNotices, async ({ services, tx, body, actor }) => {
  const ids = [...new Set(body.notice_ids)]
  const notices = await tx<Recalled[]>`
    select notice_id, kind, bill_id, creditor_number, amount, due_on, state, order_flow_id is not null as ordered
    from notices where notice_id = any(${ids}::bigint[]) order by notice_id for update`
  if (notices.length < ids.length) throw notFound('Un avviso')
  for (const { creditor_number, kind, state, ordered } of notices) {
    if (state !== 'presented' && state !== 'to_recall')
      throw conflict('not_open', `L’avviso ${creditor_number} non è più da pagare in banca: non si richiama.`)
    // The sources of the format know a recall of MAV only.
    if (kind === 'riba')
      throw conflict(
        'riba_not_recalled',
        `La RiBa ${creditor_number} si richiama dall’home banking o in filiale: la banca poi lo dice nel file degli esiti.`,
      )
    if (!ordered)
      throw conflict(
        'not_ours',
        `L’avviso ${creditor_number} l’ha fatto un altro programma: richiamalo da lì.`,
      )
  }
  const bills = await candidatesOf(tx, { bill_ids: notices.map(({ bill_id }) => bill_id) })
  const all = notices.map(({ notice_id, bill_id, creditor_number, amount, due_on }) => {
    const bill = bills.find((each) => each.bill_id === bill_id) as (typeof bills)[number]
    if (!bill.iban || !bill.sia)
      throw conflict('no_settings', `${bill.account_name}: ${bill.why_not ?? 'manca il codice SIA.'}`)
    return { ...bill, notice_id, creditor_number, amount, due_on }
  })
  const by = await actorName(tx)
  const flows: number[] = []
  for (const group of byAccount(all)) {
    const name = newFlowName()
    const { content, total } = writeMavRecall(orderOf(group, name))
    const [{ customer_id, account_id }] = group
    const flow_id = await createFlow(services, tx, {
      ...{
        customer_id,
        account_id,
        kind: 'notice_order',
        format: 'mav',
        file_name: `${name}-richiamo.txt`,
        content,
      },
      ...{ reference: name, count: group.length, amount: total, created_by: actor.user_id },
    })
    flows.push(flow_id)
    await tx`
      update notices set state = 'recalling', recall_flow_id = ${flow_id}, updated_at = now()
      where customer_id = ${customer_id} and notice_id = any(${group.map(({ notice_id }) => notice_id)}::bigint[])`
    await recordBillEvents(tx, group, {
      ...{ customer_id, kind: 'notice', actor: by },
      text: `Richiamo del MAV nel file ${name}: ${body.reason}`,
    })
  }
  return {
    flows: await Promise.all(flows.map((flow_id) => readFlow(tx, flow_id))),
    count: all.length,
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
  }
})
