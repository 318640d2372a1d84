import { feature } from '../../feature.ts'
import { authRoutes } from './routes.ts'

export const auth = feature({
  routes: authRoutes,
})
