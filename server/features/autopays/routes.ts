import type { Route } from '../../http/serve.ts'
import { pauseAutopay, resumeAutopay, revokeAutopay } from './change-autopay.ts'
import {
  getLinkedAutopay,
  pauseLinkedAutopay,
  restoreLinkedAutopay,
  resumeLinkedAutopay,
  revokeLinkedAutopay,
} from './linked-autopay.ts'
import { listAutopays } from './list-autopays.ts'
import { setAutopay } from './set-autopay.ts'

export const autopayRoutes: Route[] = [
  listAutopays,
  setAutopay,
  pauseAutopay,
  resumeAutopay,
  revokeAutopay,
  getLinkedAutopay,
  pauseLinkedAutopay,
  resumeLinkedAutopay,
  revokeLinkedAutopay,
  restoreLinkedAutopay,
]
