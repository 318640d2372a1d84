import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { isCalledOff } from '../../ui/called-off.ts'
import { alert } from '../../ui/snackbars.ts'

export type SecondSteps = Reply<'GET /v1/auth/second-steps'>
export type Passkey = SecondSteps['passkeys'][number]

export const secondStepsQuery = queryOptions({
  queryKey: ['users', 'second-steps'],
  queryFn: ({ signal }) => api('GET /v1/auth/second-steps', { signal }),
})

export const showChanged = () => queries.invalidateQueries({ queryKey: secondStepsQuery.queryKey })

export function sayFailed(error: unknown) {
  if (isCalledOff(error)) return
  alert(error instanceof ApiError ? error.error_description : 'Non è andata. Riprova fra poco.', 'late')
}

/** Does it, says so (or why not), and shows what is there now. */
export async function change(act: () => Promise<unknown>, done: string) {
  try {
    await act()
    alert(done, 'settled')
  } catch (error) {
    sayFailed(error)
  }
  await showChanged()
}
