import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { subjectRoutes } from './routes.ts'
import { unlinkSubjectsOf } from './subject-user.ts'

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
