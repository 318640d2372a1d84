import { feature } from '../../feature.ts'
import { otpRoutes } from './routes.ts'

export const otp = feature({
  routes: otpRoutes,
})
