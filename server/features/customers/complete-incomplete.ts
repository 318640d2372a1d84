import * as contract from '@saldo/contract/registry/customers'
import { missingOfCustomer } from '@saldo/domain/registry/customer'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { customerDetail } from './customer-detail.ts'
import { insertCustomer } from './insert-customer.ts'

/** Makes a customer of an incomplete one plus the data sent now, and deletes the incomplete one. */
export const completeIncomplete = serve(contract.completeIncomplete, async ({ tx, params, body }) => {
  const [kept] = await tx`
    delete from incomplete_customers where incomplete_id = ${params.incomplete_id}
    returning business_name, is_store, firstname, lastname, address, house_number, city, zip_code, prov, fiscal_code,
      vat_number, primary_email, primary_mobile_phone, group_id, sector_id`
  if (!kept) throw notFound('Il cliente incompleto')
  // Stored data may be anything that somebody typed: they are validated as strictly as new data.
  const data = { ...kept, ...omitUndefined(body) }
  const read = contract.saveCustomer.body.safeParse(data)
  if (!read.success) {
    const wrong = read.error.issues.map(({ path, message }) => [path.join('.'), message])
    throw badInput({ ...Object.fromEntries(wrong.reverse()), ...missingOfCustomer(data) })
  }
  return customerDetail(tx, await insertCustomer(tx, read.data))
})
