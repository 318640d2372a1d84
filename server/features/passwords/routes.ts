import type { Route } from '../../http/serve.ts'
import { changePassword } from './change-password.ts'
import { recoverPassword, whoseRecovery } from './recover-password.ts'
import { requestPasswordRecovery } from './request-password-recovery.ts'

export const passwordRoutes: Route[] = [
  changePassword,
  requestPasswordRecovery,
  whoseRecovery,
  recoverPassword,
]
