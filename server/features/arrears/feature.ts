import { feature } from '../../feature.ts'
import { arrearsRoutes } from './routes.ts'

export const arrears = feature({
  routes: arrearsRoutes,
})
