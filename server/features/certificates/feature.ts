import { feature } from '../../feature.ts'
import { certificateRoutes } from './routes.ts'

export const certificates = feature({
  tables: {
    certificates: ['subjects'],
  },
  routes: certificateRoutes,
})
