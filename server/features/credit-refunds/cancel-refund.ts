import * as contract from '@saldo/contract/payments/credit-refunds'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { type LockedRefund, lockRefunds, releaseRefund } from './credit-refund.ts'
import { readRefund } from './refunds-list.ts'

/** Cancels a refund that is in no file: its credit is free again. */
export const cancelCreditRefund = serve(contract.cancelCreditRefund, async ({ tx, params }) => {
  const [refund] = (await lockRefunds(tx, [params.id])) as [LockedRefund]
  if (refund.state === 'ordered')
    throw conflict('ordered', 'È in un file per la banca: annulla il file, se non l’hai ancora mandato.')
  if (refund.state !== 'waiting') throw conflict('answered', 'Questa restituzione ha già il suo esito.')
  await releaseRefund(tx, refund, { state: 'cancelled' })
  return readRefund(tx, params.id)
})
