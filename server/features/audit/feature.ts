import { feature } from '../../feature.ts'
import { auditRoutes } from './routes.ts'

export const audit = feature({
  tables: ['audit_log'],
  routes: auditRoutes,
})
