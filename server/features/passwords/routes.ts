import type { Route } from '../../http/serve.ts'
import { changePassword } from './change-password.ts'

export const passwordRoutes: Route[] = [changePassword]
