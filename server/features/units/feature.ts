import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { unitRoutes } from './routes.ts'

export const units = feature({
  tables: {
    right_holders: sections,
    units: sections,
    weight_tables: sections,
    weights: sections,
  },
  routes: unitRoutes,
})
