import * as contract from '@saldo/contract/registry/account-iban'
import { conflict } from '../../../http/errors.ts'
import { serve, serveAcross } from '../../../http/serve.ts'
import { visibleAccount } from '../visible-account.ts'
import { changesOf, decideChange, lockPendingChange, maskedChange } from './iban-change.ts'
import { mailIbanCode } from './mail-iban-code.ts'

export const listIbanChanges = serve(contract.listIbanChanges, async ({ tx, params: { id } }) => {
  await visibleAccount(tx, id)
  return (await changesOf(tx, id)).map(maskedChange)
})

export const withdrawIban = serve(contract.withdrawIban, async ({ tx, params: { id } }) => {
  await visibleAccount(tx, id)
  return decideChange(tx, await lockPendingChange(tx, id), 'withdrawn')
})

/** Six digits, five tries per code, five codes per request: the chance of guessing is one in forty thousand. */
const mostCodes = 5

export const sendIbanCode = serveAcross(
  contract.sendIbanCode,
  async ({ services, as, actor, params: { id } }) => {
    const change = await as(async (tx) => {
      await visibleAccount(tx, id)
      const waiting = await lockPendingChange(tx, id)
      if (!waiting.code_to)
        throw conflict(
          'no_address',
          'Dello studio non si conosce l’e-mail: può confermare solo l’assistenza.',
        )
      if (waiting.codes_sent >= mostCodes)
        throw conflict('codes_spent', 'Hai già chiesto cinque codici: ritira la richiesta e falla di nuovo.')
      await tx`
      update iban_changes set codes_sent = codes_sent + 1 where iban_change_id = ${waiting.iban_change_id}`
      return waiting
    })
    if (actor.user_id !== null) await mailIbanCode(services, change, actor.user_id)
    return maskedChange(change)
  },
)
