import { feature } from '../../feature.ts'
import { settingRoutes } from './routes.ts'

export const settings = feature({
  routes: settingRoutes,
})
