import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'

export const links = feature({
  tables: {
    pay_links: moneySections,
  },
})
