import { feature } from '../../feature.ts'
import { statementRoutes } from './routes.ts'

export const statements = feature({
  routes: statementRoutes,
})
