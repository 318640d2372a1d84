import { feature } from '../../feature.ts'
import { cityRoutes } from './routes.ts'

export const cities = feature({
  tables: {
    cities: 'everybody',
  },
  routes: cityRoutes,
})
