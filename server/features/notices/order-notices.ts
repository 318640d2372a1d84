import * as contract from '@saldo/contract/payments/notices'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { noticeKindLabels } from '@saldo/domain/payments/notice'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { createFlow } from '../flows/create-flow.ts'
import { readFlow } from '../flows/flows-list.ts'
import { candidatesOf, countBeyond } from './candidates.ts'
import { byAccount, hasItalianIban, newFlowName, shortenedWords, writeNotices } from './notice-file.ts'

export const previewNotices = serve(contract.previewNotices, async ({ tx, body }) => {
  const { kind = 'mav' } = body
  const candidates = await candidatesOf(tx, body)
  const wanted = candidates.filter(({ why_not }) => why_not === null)
  for (const group of byAccount(wanted))
    for (const { number, field } of writeNotices(kind, group, newFlowName(kind)).shortened)
      group[number - 1]?.warnings.push(shortenedWords[field])
  return {
    bills: candidates,
    count: wanted.length,
    amount: wanted.reduce((sum, { amount }) => sum + amount, 0),
    left_out: candidates.length - wanted.length,
    beyond: await countBeyond(tx, body),
    accounts: byAccount(candidates).map(([{ account_id, account_name, sia, iban }]) => ({
      ...{ account_id, account_name, sia, has_iban: hasItalianIban(iban) },
    })),
  }
})

/** Makes one file for each condominium's bank. Bills that get no notice, as the preview says, are left out. */
export const orderNotices = serve(contract.orderNotices, async ({ services, tx, body, actor }) => {
  const { kind = 'mav' } = body
  const candidates = await candidatesOf(tx, body, true)
  const wanted = candidates.filter(({ why_not }) => why_not === null)
  if (wanted.length === 0) {
    const [first] = candidates
    const why = first ? `Bolletta ${first.bill_number}: ${first.why_not}` : 'Non ci sono bollette da pagare.'
    throw conflict('no_notice', `Nessuna bolletta può avere un avviso. ${why}`)
  }
  const amount = wanted.reduce((sum, each) => sum + each.amount, 0)
  const { presumed } = body
  if (presumed && (presumed.count !== wanted.length || presumed.amount !== amount))
    throw conflict(
      'not_as_previewed',
      `Nel frattempo qualcosa è cambiato: gli avvisi ora sono ${wanted.length}, per ${formatEuro(amount)}. Ricontrolla.`,
    )
  const by = { actor: await actorName(tx), created_by: actor.user_id }
  const flows: contract.Notice['order_flow_id'][] = []
  for (const group of byAccount(wanted)) {
    const name = newFlowName(kind)
    const { content, total } = writeNotices(kind, group, name)
    const [{ customer_id, account_id }] = group
    const flow_id = await createFlow(services, tx, {
      ...{ customer_id, account_id, kind: 'notice_order', format: kind, file_name: `${name}.txt`, content },
      ...{ reference: name, count: group.length, amount: total, created_by: by.created_by },
    })
    flows.push(flow_id)
    await tx`
      insert into notices ${tx(
        group.map(({ bill_id, subject_id, creditor_number, amount, due_on }) => ({
          ...{ customer_id, account_id, bill_id, subject_id, kind, creditor_number, amount, due_on },
          ...{ state: 'presented', order_flow_id: flow_id, ...by },
        })),
      )}`
    for (const { bill_id, amount, due_on } of group)
      await recordBillEvent(tx, {
        ...{ customer_id, bill_id, kind: 'notice', actor: by.actor },
        text: `${noticeKindLabels[kind]} di ${formatEuro(amount)} con scadenza ${formatDate(due_on as string)} nel file ${name}`,
      })
  }
  return {
    flows: await Promise.all(flows.map((flow_id) => readFlow(tx, flow_id as number))),
    count: wanted.length,
    amount,
  }
})
