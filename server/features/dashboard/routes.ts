import { getDashboard } from './get-dashboard.ts'

export const dashboardRoutes = [getDashboard]
