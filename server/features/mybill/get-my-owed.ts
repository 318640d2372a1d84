import * as contract from '@saldo/contract/bills/mybills'
import { today } from '@saldo/domain/dates'
import { serve } from '../../http/serve.ts'
import { payerOwed } from './payer-owed.sql.ts'

/** Sums only, so that the first page can show them before it has the bills. */
export const getMyOwed = serve(contract.getMyOwed, async ({ tx }) => {
  const owed = await payerOwed(tx)
  const [bills] = await tx<{ ever: boolean }[]>`
    select exists (select from bills b where b.phase not in ('draft', 'cancelled')) as ever`
  return { ...owed, today: today(), has_bills: bills?.ever ?? false }
})
