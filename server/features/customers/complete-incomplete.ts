import * as contract from '@saldo/contract/customers'
import { missingOfCustomer } from '@saldo/domain/customer'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { customerDetail } from './customer-detail.ts'
import { insertCustomer } from './insert-customer.ts'

/** Makes a customer of what was kept and what is sent now, and keeps no draft beside it. */
export const completeIncomplete = serve(contract.completeIncomplete, async ({ tx, params, body }) => {
  const [kept] = await tx`
    delete from incomplete_customers where incomplete_id = ${params.incomplete_id}
    returning business_name, is_store, firstname, lastname, address, house_number, city, zip_code, prov, fiscal_code,
      vat_number, primary_email, primary_mobile_phone, group_id, sector_id`
  if (!kept) throw notFound('Il cliente incompleto')
  // What was kept may be anything that somebody typed: it is read as strictly as if it were sent now.
  const data = { ...kept, ...omitUndefined(body) }
  const read = contract.saveCustomer.body.safeParse(data)
  if (!read.success) {
    const wrong = read.error.issues.map(({ path, message }) => [path.join('.'), message])
    throw badInput({ ...Object.fromEntries(wrong.reverse()), ...missingOfCustomer(data) })
  }
  return customerDetail(tx, await insertCustomer(tx, read.data))
})
