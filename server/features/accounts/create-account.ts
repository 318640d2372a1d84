import * as contract from '@saldo/contract/accounts'
import { refusingTaken } from '../../db/already-taken.ts'
import { given } from '../../db/given.ts'
import { serve } from '../../http/serve.ts'
import { whoseRecord } from '../../http/whose-record.ts'
import { accountDetail } from './account-detail.ts'
import { accountTaken } from './account-taken.ts'
import { refuseBlockedIban } from './refuse-iban.ts'
import { requireCity } from './require-city.ts'

export const createAccount = serve(contract.createAccount, async ({ tx, actor, body }) => {
  const customer_id = await whoseRecord(tx, actor, body.customer_id)
  await requireCity(tx, body.city_id)
  await refuseBlockedIban(tx, body.iban)
  const account = given({ ...body, customer_id, state: 'awaiting' })
  const [row] = await refusingTaken(
    tx`insert into accounts ${tx(account)} returning account_id`,
    accountTaken,
  )
  return accountDetail(tx, row?.account_id)
})
