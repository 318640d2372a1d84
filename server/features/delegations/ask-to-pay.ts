import * as contract from '@saldo/contract/identity/delegations'
import { serveAcross } from '../../http/serve.ts'

/** A job looks for the person, so that neither the answer nor its time says whether they exist. */
export const askToPay = serveAcross(contract.askToPay, async ({ services, actor, body: { email } }) => {
  const { user_id } = actor
  if (user_id !== null)
    await services.asSystem((tx) => services.queue.enqueue(tx, 'ask-to-pay', { user_id, email }))
  return undefined
})
