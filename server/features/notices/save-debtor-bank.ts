import * as contract from '@saldo/contract/payments/notices'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const saveDebtorBank = serve(contract.saveDebtorBank, async ({ tx, params, body }) => {
  const subject_id = params.id
  const { bank } = body
  const [subject] = await tx<{ customer_id: number }[]>`
    select customer_id from subjects where subject_id = ${subject_id}`
  if (!subject) throw notFound('La persona')
  const { customer_id } = subject
  if (bank === null)
    await tx`delete from debtor_banks where customer_id = ${customer_id} and subject_id = ${subject_id}`
  else
    await tx`
      insert into debtor_banks ${tx({ customer_id, subject_id, ...bank })}
      on conflict (subject_id) do update set abi = excluded.abi, cab = excluded.cab, updated_at = now()`
  return { subject_id, bank }
})
