import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { isAborted } from '../../ui/feedback/is-aborted.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

export type SecondSteps = Reply<'GET /v1/auth/second-steps'>
export type Passkey = SecondSteps['passkeys'][number]

export const secondStepsQuery = queryOptions({
  queryKey: ['users', 'second-steps'],
  queryFn: ({ signal }) => api('GET /v1/auth/second-steps', { signal }),
})

export const refreshSecondSteps = () => queries.invalidateQueries({ queryKey: secondStepsQuery.queryKey })

export function toastFailure(error: unknown) {
  if (isAborted(error)) return
  alertToast(errorSentence(error, 'Operazione non riuscita. Riprova fra poco.'), 'danger')
}

/** Runs the act, reports success or failure, and refetches. */
export async function changeSecondSteps(act: () => Promise<unknown>, done: string) {
  try {
    await act()
    alertToast(done, 'success')
  } catch (error) {
    toastFailure(error)
  }
  await refreshSecondSteps()
}
