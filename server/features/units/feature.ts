import { feature } from '../../feature.ts'
import { unitRoutes } from './routes.ts'

export const units = feature({
  tables: ['right_holders', 'units', 'weight_tables', 'weights'],
  routes: unitRoutes,
})
