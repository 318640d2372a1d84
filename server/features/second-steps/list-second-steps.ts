import * as contract from '@saldo/contract/identity/second-steps'
import { serveAcross } from '../../http/serve.ts'
import { withOwnCredentials } from './own-credentials.ts'
import { secondStepsOf } from './second-steps-of.ts'

export const listSecondSteps = serveAcross(contract.secondSteps, ({ services, actor }) =>
  withOwnCredentials(services, actor, (tx, { user_id }) => secondStepsOf(tx, user_id)),
)
