import { getFirstSteps } from './first-steps/get-first-steps.ts'
import { getDashboard } from './get-dashboard.ts'

export const dashboardRoutes = [getDashboard, getFirstSteps]
