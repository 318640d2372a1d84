import { feature } from '../../feature.ts'
import { certificateRoutes } from './routes.ts'

export const certificates = feature({
  tables: ['certificates'],
  routes: certificateRoutes,
})
