import type { Route } from '../../http/serve.ts'
import { acceptDispute, answerDispute } from './answer-dispute.ts'

export const disputeRoutes: Route[] = [answerDispute, acceptDispute]
