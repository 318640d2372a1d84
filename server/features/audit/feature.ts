import { feature } from '../../feature.ts'
import { auditRoutes } from './routes.ts'

export const audit = feature({
  tables: ['audit_log', 'audit_nouns'],
  routes: auditRoutes,
})
