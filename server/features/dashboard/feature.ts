import { feature } from '../../feature.ts'
import { dashboardRoutes } from './routes.ts'

export const dashboard = feature({
  routes: dashboardRoutes,
})
