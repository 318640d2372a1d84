import type { Route } from '../../http/serve.ts'
import { inviteResident } from './invite-resident.ts'
import { registerResident } from './register-resident.ts'
import { removeResident } from './remove-resident.ts'
import { getResidentAccess } from './resident-access.ts'

export const registrationRoutes: Route[] = [
  registerResident,
  getResidentAccess,
  inviteResident,
  removeResident,
]
