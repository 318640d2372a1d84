import { feature } from '../../feature.ts'
import { auditRoutes } from './routes.ts'

export const audit = feature({
  tables: {
    audit_log: 'by_line',
    audit_nouns: 'everybody',
  },
  routes: auditRoutes,
})
