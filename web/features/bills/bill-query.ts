import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Bill = Reply<'GET /v1/bills'>['items'][number]
export type BillDetail = Reply<'GET /v1/bills/{id}'>

export const billQuery = (id: number) =>
  queryOptions({
    queryKey: ['bills', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/bills/{id}', { params: { id }, signal }),
  })

/** Shows the bill that an act returned, and refetches everything that counts bills. */
export async function showChangedBill(bill: BillDetail) {
  queries.setQueryData(billQuery(bill.bill_id).queryKey, bill)
  await Promise.all(
    ['bills', 'accounts', 'subjects', 'dashboard'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )
}
