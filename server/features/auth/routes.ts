import * as contract from '@saldo/contract/identity/auth'
import { serveAcross, serveOpenly } from '../../http/serve.ts'
import { endSession } from '../../identity/sessions.ts'
import { makeChallenge } from '../../identity/verify-human.ts'
import { giveToken } from './give-token.ts'

const challenge = serveOpenly(contract.challenge, async ({ services }) => ({
  ...(await makeChallenge(services)),
}))

const logout = serveAcross(contract.logout, async ({ services, actor }) => {
  const { session_id } = actor
  if (session_id) await services.asSystem((tx) => endSession(tx, session_id))
  return undefined
})

export const authRoutes = [giveToken, logout, challenge]
