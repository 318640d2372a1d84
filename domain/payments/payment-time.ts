import { formatDate, formatDateTime, today } from '../dates.ts'
import { isRegisteredByHand, type PaymentMethod } from './payment-method.ts'

/**
 * When a payment was made: `22/11/2026 10:42`. Of money that the office registered only the day is known, so no hour is
 * said: `22/11/2026`. `instant`: when it was settled, or else begun.
 */
export const paymentTime = (method: PaymentMethod, instant: string): string =>
  isRegisteredByHand(method) ? formatDate(today(new Date(instant))) : formatDateTime(instant)
