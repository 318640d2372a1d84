import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { subjectRoutes } from './routes.ts'
import { unlinkSubjectsOf } from './subject-user.ts'
import { tellOwnContacts } from './tell-own-contacts.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    /** `what` names what changed, inside a sentence; `at` tells one change from the next. */
    'tell-own-contacts': { subject_id: number; what: string; at: string }
  }
}

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
  jobs: {
    'tell-own-contacts': { run: tellOwnContacts, retries: 12, seconds: 60 },
  },
  on: {
    user_removed: async (_services, tx, { user_id, consumer }) => {
      if (consumer) await unlinkSubjectsOf(tx, user_id)
    },
  },
})
