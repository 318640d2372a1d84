import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { noticeRoutes } from './routes.ts'

export const notices = feature({
  tables: {
    collection_settings: moneySections,
    debtor_banks: moneySections,
    notice_credits: moneySections,
    notice_outcomes: moneySections,
    notices: moneySections,
  },
  routes: noticeRoutes,
  on: {
    flow_read: applyOutcomes,
  },
})
