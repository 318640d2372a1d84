import { feature } from '../../feature.ts'
import { subjectRoutes } from './routes.ts'
import { unlinkSubjectsOf } from './subject-user.ts'

export const subjects = feature({
  tables: ['subject_consents', 'subjects'],
  routes: subjectRoutes,
  on: {
    user_removed: async (_services, tx, { user_id, consumer }) => {
      if (consumer) await unlinkSubjectsOf(tx, user_id)
    },
  },
})
