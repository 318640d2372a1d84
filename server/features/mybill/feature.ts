import { feature } from '../../feature.ts'
import { myBillRoutes } from './routes.ts'

export const mybill = feature({
  routes: myBillRoutes,
})
