import { feature } from '../../feature.ts'
import { operationRoutes } from './routes.ts'

export const operations = feature({
  routes: operationRoutes,
})
