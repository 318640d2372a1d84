import { feature } from '../../feature.ts'
import { demoRoutes } from './routes.ts'

export const demo = feature({ routes: demoRoutes })
