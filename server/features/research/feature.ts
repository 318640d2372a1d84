import { feature } from '../../feature.ts'
import { researchRoutes } from './routes.ts'

export const research = feature({
  routes: researchRoutes,
})
