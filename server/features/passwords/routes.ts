import type { Route } from '../../http/serve.ts'
import { askRecovery } from './ask-recovery.ts'
import { changePassword } from './change-password.ts'
import { recoverPassword, whoseRecovery } from './recover-password.ts'

export const passwordRoutes: Route[] = [changePassword, askRecovery, whoseRecovery, recoverPassword]
