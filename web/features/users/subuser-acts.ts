import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { mailedTo } from '../../session/mailed.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { type SubUserDetail, subUserQuery } from './subuser-query.ts'

/** Suspends a sub-user and ends their sessions; `resume` undoes it. */
export const suspend = (user: SubUserDetail) =>
  acting(`${user.nominative} non può più entrare.`, () =>
    api('POST /v1/users/subusers/{id}/suspend', { params: { id: user.user_id } }),
  )
export const resume = (user: SubUserDetail) =>
  acting(`${user.nominative} può di nuovo entrare.`, () =>
    api('POST /v1/users/subusers/{id}/resume', { params: { id: user.user_id } }),
  )
export const resend = (user: SubUserDetail) =>
  acting(`${mailedTo('Invito', 'inviato', user.email)}: vale tre giorni.`, () =>
    api('POST /v1/users/subusers/{id}/resend', { params: { id: user.user_id } }),
  )

/** @returns whether it succeeded */
export async function remove(user: SubUserDetail): Promise<boolean> {
  try {
    await api('DELETE /v1/users/subusers/{id}', { params: { id: user.user_id } })
  } catch (error) {
    alertToast(errorSentence(error), 'danger')
    return false
  }
  alertToast(`${user.nominative} non è più fra i collaboratori.`, 'success')
  await queries.invalidateQueries({ queryKey: ['users/subusers'] })
  return true
}

/** Shows the saved sub-user at once, in the list too. */
export async function showSaved(user: SubUserDetail): Promise<void> {
  queries.setQueryData(subUserQuery(user.user_id).queryKey, user)
  await queries.invalidateQueries({ queryKey: ['users/subusers'] })
}

async function acting(done: string, act: () => Promise<SubUserDetail>): Promise<void> {
  try {
    await showSaved(await act())
    alertToast(done, 'success')
  } catch (error) {
    alertToast(errorSentence(error), 'danger')
  }
}
