import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'

export const links = feature({
  tables: {
    autopay_links: 'nobody',
    pay_links: moneySections,
  },
})
