import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'

export const timeline = feature({
  tables: {
    bill_events: moneySections,
    payment_events: moneySections,
  },
})
