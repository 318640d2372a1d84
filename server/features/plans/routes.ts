import type { Route } from '../../http/serve.ts'
import { acceptPlan, getMyPlan, mailPlanCode } from './my-plan.ts'
import { getPlan } from './plan-detail.ts'
import { exportPlans, listPlans, summarisePlans } from './plans-list.ts'
import { proposePlan } from './propose-plan.ts'
import { withdrawPlan } from './withdraw-plan.ts'

export const planRoutes: Route[] = [
  listPlans,
  summarisePlans,
  exportPlans,
  getPlan,
  proposePlan,
  withdrawPlan,
  getMyPlan,
  mailPlanCode,
  acceptPlan,
]
