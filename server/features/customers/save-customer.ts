import * as contract from '@saldo/contract/registry/customers'
import { missingOfCustomer } from '@saldo/domain/registry/customer'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import type { Actor } from '../../http/actor.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { sayForWhom } from '../../http/in-name-of.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changeContact } from '../contacts/change-contact.ts'
import { customerDetail } from './customer-detail.ts'
import { requireGroupAndSector } from './groups-and-sectors.ts'
import { insertCustomer } from './insert-customer.ts'
import { requireOwnTaxNumbers } from './require-own-tax-numbers.ts'

type Body = Omit<z.output<typeof contract.saveCustomer.body>, 'customer_id'>

export const saveCustomer = serve(
  contract.saveCustomer,
  async ({ services, tx, actor, body: { customer_id, ...body } }) => {
    if (actor.role !== 'super_user') refuseBackOfficeFields(body)
    const id = customer_id ?? (actor.role === 'super_user' ? null : actor.customer_id)
    return id === null
      ? customerDetail(tx, await insertCustomer(tx, body))
      : change(services, tx, actor, id, body)
  },
)

/** A new e-mail address may have to wait (`changeContact`); all else holds at once. */
async function change(
  services: Services,
  tx: Tx,
  actor: Actor,
  customer_id: number,
  body: Body,
): Promise<contract.Customer> {
  const [before] = await tx<contract.Customer[]>`
    select * from customers where customer_id = ${customer_id} for no key update`
  if (!before) throw notFound('Il cliente')
  await sayForWhom(tx, actor, customer_id)
  await requireGroupAndSector(tx, body)
  refuseNewGaps(before, { ...before, ...omitUndefined(body) })
  // An office must not learn whether another customer has the same number.
  if (actor.role === 'super_user') await requireOwnTaxNumbers(tx, customer_id, omitUndefined(body))
  const { primary_email, ...rest } = body
  const owner = { customer_id, account_id: null, name: before.business_name, email: before.primary_email }
  const now = await changeContact(services, tx, actor, owner, primary_email)
  const kept = omitUndefined(now ? body : rest)
  await tx`update customers set ${tx(kept)}, updated_at = now() where customer_id = ${customer_id}`
  return customerDetail(tx, customer_id)
}

/** Data that an active customer needs (for invoices and contact) can be corrected, but not removed. */
function refuseNewGaps(before: contract.Customer, after: Body): void {
  if (before.state === '0') return
  const was = missingOfCustomer(before)
  const wanting = Object.entries(missingOfCustomer(after)).filter(([field]) => !(field in was))
  if (wanting.length > 0) throw badInput(Object.fromEntries(wanting))
}

function refuseBackOfficeFields({ is_store, group_id }: Body): void {
  const why = 'Lo decide chi gestisce Saldo: scrivi all’assistenza.'
  const wrong = {
    ...(is_store === undefined ? {} : { is_store: why }),
    ...(group_id === undefined ? {} : { group_id: why }),
  }
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
}
