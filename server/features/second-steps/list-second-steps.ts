import * as contract from '@saldo/contract/second-steps'
import { serveAcross } from '../../http/serve.ts'
import { asOneself } from './as-oneself.ts'
import { secondStepsOf } from './second-steps-of.ts'

export const listSecondSteps = serveAcross(contract.secondSteps, ({ services, actor }) =>
  asOneself(services, actor, (tx, { user_id }) => secondStepsOf(tx, user_id)),
)
