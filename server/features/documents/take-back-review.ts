import type * as contract from '@saldo/contract/registry/documents'
import { conflict } from '../../http/errors.ts'
import { sayForWhom } from '../../http/in-name-of.ts'
import { serve } from '../../http/serve.ts'
import { lockDocument, selectDocuments } from './document-view.ts'
import type { SameAct } from './same-act.ts'

/** Takes back one's own decision, as long as the office was not told of it: the document waits for a check again. */
export const takeBackReview = (door: SameAct<typeof contract.takeBackCustomerDocument>) =>
  serve(door, async ({ tx, actor, params }) => {
    const { document_id } = params
    const document = await lockDocument(tx, document_id)
    const { checked_at, checked_by, told_at } = document
    if (checked_at === null)
      throw conflict('nothing_to_take_back', 'Non c’è una decisione da annullare: è già da verificare.')
    if (checked_by !== actor.user_id)
      throw conflict('not_your_decision', 'Ha deciso un’altra persona: può annullare solo lei.')
    // An earlier decision may have been told; the one that replaced it not yet.
    if (told_at !== null && Date.parse(told_at) >= Date.parse(checked_at))
      throw conflict(
        'already_told',
        'Lo studio lo sa già: se la decisione è sbagliata, cambiala fra i documenti del cliente.',
      )
    await tx`select enter('saldo_super', null, ${actor.user_id}, null)`
    await sayForWhom(tx, actor, document.customer_id)
    await tx`
      update documents set state = 'to_check', reason = null, checked_by = null, checked_at = null
      where document_id = ${document_id}`
    const [now] = await selectDocuments(tx, tx`d.document_id = ${document_id}`)
    return now as contract.Document
  })
