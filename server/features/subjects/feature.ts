import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { subjectRoutes } from './routes.ts'
import { unlinkSubjectsOf } from './subject-user.ts'

export const subjects = feature({
  tables: {
    // Whoever sends a mail sees that a person does not want any.
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
