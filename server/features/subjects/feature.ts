import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { subjectRoutes } from './routes.ts'
import { unlinkSubjectsOf } from './subject-user.ts'

declare module '../../events.ts' {
  interface Events {
    /**
     * Two records of one person become one. Emitted before the merge locks people and bills, in the order in which a listener
     * must lock what it changes; if the merge is refused, nothing of it stays.
     */
    people_merging: { customer_id: number; kept_id: number; merged_id: number }
  }
}

export const subjects = feature({
  tables: {
    notes: ['subjects'],
    // A user who sends a mail must see that the person does not want any.
    subject_consents: sections,
    subjects: sections,
  },
  routes: subjectRoutes,
  on: {
    user_removed: async (_services, tx, { user_id, consumer }) => {
      if (consumer) await unlinkSubjectsOf(tx, user_id)
    },
  },
})
