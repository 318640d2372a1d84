import * as contract from '@saldo/contract/registry/accounts'
import type { Tx } from '../../db/connection.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { requireProof } from '../../http/require-step-up.ts'
import { serve } from '../../http/serve.ts'
import { accountConflicts } from './account-conflicts.ts'
import { accountDetail } from './account-detail.ts'
import { refuseBlockedIban } from './iban/refuse-iban.ts'
import { tellOfNewIbans } from './iban/tell-of-new-ibans.ts'
import { requireCity } from './require-city.ts'

/** An IBAN needs a fresh proof of a person; a program cannot give one. Whoever brings it, the full users are told. */
export const createAccount = serve(contract.createAccount, async ({ services, tx, actor, body }) => {
  const customer_id = await recordCustomer(tx, actor, body.customer_id)
  await requireCity(tx, body.city_id)
  if (body.iban && !(await isProgram(tx))) await requireProof(tx, actor)
  await refuseBlockedIban(tx, body.iban)
  const account = omitUndefined({ ...body, customer_id, state: 'awaiting' })
  const [row] = await conflictIfNotUnique(
    tx`insert into accounts ${tx(account)} returning account_id`,
    accountConflicts,
  )
  const { name, iban } = body
  if (iban)
    await tellOfNewIbans(services, tx, customer_id, [{ name, iban }], {
      from: null,
      link: `/condomini/${row?.account_id}?tab=banca`,
      dedupe_key: `account:${row?.account_id}`,
    })
  return accountDetail(tx, row?.account_id)
})

async function isProgram(tx: Tx): Promise<boolean> {
  const [row] = await tx`select actor_is_program() as yes`
  return row?.yes
}
