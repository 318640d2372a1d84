import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { mailedTo } from '../../session/mailed.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

export type Colleague = Reply<'GET /v1/users/mine'>[number]

/** The users who may do all that the office may; sub-users are a list of their own. */
export const colleaguesQuery = queryOptions({
  queryKey: ['users', 'mine'],
  queryFn: ({ signal }) => api('GET /v1/users/mine', { signal }),
  select: (users) => users.filter(({ is_subuser, role }) => !is_subuser && role !== 'consumer'),
})

/** Invites a colleague by mail. Rejects with the server's error, for the form. */
export async function inviteColleague(body: { nominative: string; email: string }): Promise<void> {
  await api('POST /v1/users', { body })
  await queries.invalidateQueries({ queryKey: colleaguesQuery.queryKey })
  alertToast(`${mailedTo('Invito', 'inviato', body.email)}: vale tre giorni.`, 'success')
}

export async function removeColleague({ user_id, nominative }: Colleague): Promise<void> {
  try {
    await api('DELETE /v1/users/{id}', { params: { id: user_id } })
    alertToast(`${nominative} non può più entrare.`, 'success')
  } catch (error) {
    alertToast(errorSentence(error), 'danger')
  }
  await queries.invalidateQueries({ queryKey: colleaguesQuery.queryKey })
}
