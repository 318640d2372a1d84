import { feature } from '../../feature.ts'
import { getPayment } from './get-payment.ts'

export const paymentDetail = feature({
  routes: [getPayment],
})
