import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { queries } from '../queries.ts'
import { chosenCustomer } from '../stored-session.ts'

/** The impersonation that the super user's session has open, for whichever customer; null: none. */
export const impersonationQuery = queryOptions({
  queryKey: ['impersonations', 'open'],
  queryFn: async ({ signal }) => (await api('GET /v1/impersonations/open', { signal })).impersonation,
  staleTime: 60_000,
})

/** A pending question: calls that change something for the customer wait until the super user impersonates it. */
export type ImpersonationRequest = { customer_id: number; done: () => void; cancel: () => void }

let asking: ImpersonationRequest | null = null
let waiting: Promise<void> | null = null
const listeners = new Set<() => void>()
const show = (next: ImpersonationRequest | null) => {
  asking = next
  for (const listener of listeners) listener()
}

/**
 * Resolves when the super user impersonates the customer on screen; concurrent calls share one dialog. Throws `refusal` if no
 * customer was chosen, and an AbortError if the super user cancels: forms show it beside the button, no toast reports it.
 */
export async function requestImpersonation(refusal: ApiError): Promise<void> {
  const customer_id = Number(chosenCustomer())
  if (!(customer_id > 0)) throw refusal
  waiting ??= new Promise<void>((done, refuse) =>
    show({ customer_id, done, cancel: () => refuse(cancelled()) }),
  ).finally(() => {
    waiting = null
    show(null)
  })
  return waiting
}

const cancelled = () =>
  Object.assign(
    new ApiError(403, {
      error: 'impersonation_cancelled',
      error_description: 'Non agisci come il cliente: non ho cambiato niente.',
    }),
    { name: 'AbortError' },
  )

export const readImpersonationRequest = () => asking
export function onImpersonationRequest(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function startImpersonation(body: { customer_id: number; reason: string; minutes: number }) {
  queries.setQueryData(impersonationQuery.queryKey, await api('POST /v1/impersonations', { body }))
}

/** Ends what is open, if anything: asks the server unless it was asked a moment ago. Throws when the server does not end it. */
export async function endImpersonation(how: 'button' | 'other_customer'): Promise<void> {
  const open = await queries.fetchQuery(impersonationQuery)
  if (!open) return
  await api('POST /v1/impersonations/{id}/end', { params: { id: open.impersonation_id }, body: { how } })
  queries.setQueryData(impersonationQuery.queryKey, null)
}
