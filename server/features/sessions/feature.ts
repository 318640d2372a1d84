import { feature } from '../../feature.ts'
import { sessionRoutes } from './routes.ts'

export const sessions = feature({
  routes: sessionRoutes,
})
