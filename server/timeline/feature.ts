import { feature } from '../feature.ts'

export const timeline = feature({
  tables: ['bill_events', 'payment_events'],
})
