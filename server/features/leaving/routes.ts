import type { Route } from '../../http/serve.ts'
import { leave } from './leave.ts'
import { whatLeavingEnds } from './what-leaving-ends.ts'

export const leavingRoutes: Route[] = [whatLeavingEnds, leave]
