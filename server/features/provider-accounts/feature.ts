import { feature } from '../../feature.ts'
import { applyAccountEvent } from './apply-account.ts'
import { providerAccountRoutes } from './routes.ts'

export const providerAccounts = feature({
  tables: {
    provider_accounts: ['payments', 'office'],
  },
  routes: providerAccountRoutes,
  provider_events: {
    'account.updated': (services, account, { object_id }) => applyAccountEvent(services, account, object_id),
  },
})
