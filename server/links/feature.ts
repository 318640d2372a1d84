import { feature } from '../feature.ts'

export const links = feature({
  tables: ['pay_links'],
})
