import * as contract from '@saldo/contract/payments/credit-refunds'
import { badInput, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import {
  executeRefund,
  type LockedRefund,
  lockRefunds,
  releaseRefund,
  returnRefund,
  whyNotOn,
} from './credit-refund.ts'
import { readRefund } from './refunds-list.ts'

/** Records by hand what the bank did with an ordered refund. */
export const recordCreditRefundOutcome = serve(
  contract.recordCreditRefundOutcome,
  async ({ tx, services, params, body }) => {
    const [refund] = (await lockRefunds(tx, [params.id])) as [LockedRefund]
    const wanted = body.outcome === 'returned' ? 'executed' : 'ordered'
    if (refund.state !== wanted) throw conflict('wrong_state', sentences[body.outcome])
    const wrong = whyNotOn(body.day, refund)
    if (wrong) throw badInput({ day: wrong })
    const said = { day: body.day, by: 'hand', actor: await actorName(tx) }
    if (body.outcome === 'executed') await executeRefund(services, tx, refund, said)
    else if (body.outcome === 'rejected') await releaseRefund(tx, refund, { state: 'rejected' })
    else await returnRefund(tx, refund, { ...said, code: null })
    return readRefund(tx, params.id)
  },
)

const sentences = {
  executed: 'Questa restituzione non è in attesa della banca: ha già il suo esito, o non è in un file.',
  rejected: 'Questa restituzione non è in attesa della banca: ha già il suo esito, o non è in un file.',
  returned: 'Il bonifico non risulta eseguito: solo un bonifico eseguito può tornare indietro.',
}
