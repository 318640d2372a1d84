import type { Route } from '../../http/serve.ts'
import { refundPayment } from './refund-payment.ts'

export const refundRoutes: Route[] = [refundPayment]
