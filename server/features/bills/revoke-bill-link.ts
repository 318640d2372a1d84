import * as contract from '@saldo/contract/bills/bills'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { billUrl } from '../../links/bill-link.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { lockBill, requireLink } from './locked-bill.ts'

/** A token has one byte for its version. */
const lastVersion = 255

export const revokeBillLink = serve(contract.revokeBillLink, async ({ tx, services, params }) => {
  const bill = await lockBill(tx, params.id)
  requireLink(bill)
  if (bill.link_version >= lastVersion)
    throw conflict(
      'link_exhausted',
      'Questo link è stato rinnovato troppe volte: annulla la bolletta e fanne una nuova.',
    )
  const { customer_id, bill_id } = bill
  const version = bill.link_version + 1
  await tx`update bills set link_version = ${version}, updated_at = now() where bill_id = ${bill_id}`
  const event = {
    kind: 'link_revoked',
    text: 'Link revocato e sostituito',
    actor: await actorName(tx),
  }
  await recordBillEvent(tx, { customer_id, bill_id, ...event })
  return { url: billUrl(services, bill_id, version) }
})
