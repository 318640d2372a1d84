import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { giveUpReminders } from './give-up-reminders.job.ts'
import { remindAtNight } from './remind-at-night.job.ts'
import { reminderRoutes } from './routes.ts'
import { sendReminders } from './send-reminders.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'give-up-reminders': { run_id: number }
    'send-reminders': { run_id: number }
    'remind-at-night': Record<string, never>
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /**
     * `amount` is the total, like `412,50 €`; `title` is the subject, `text` the office’s own words in paragraphs, `bills`
     * what the letter lists, each with its link. `together` has one record if they can be paid in one go.
     */
    reminder: {
      amount: string
      title: string
      text: string
      total_label: string
      how_to_pay: string
      keep_private: string
      not_yours: string
      pay_one: string
      bills: Record<'number' | 'description' | 'note' | 'amount' | 'url' | 'pay_one', string>[]
      together: Record<'url' | 'pay_all', string>[]
    }
  }
}

export const reminders = feature({
  tables: {
    reminder_bills: moneySections,
    reminder_runs: ['bills'],
    reminder_sequences: ['bills'],
    reminders: moneySections,
  },
  routes: reminderRoutes,
  jobs: {
    'give-up-reminders': { run: giveUpReminders, retries: 12, seconds: 60 },
    'send-reminders': {
      run: sendReminders,
      retries: 8,
      seconds: 3600,
      together: 2,
      once_per: 'run_id',
      otherwise: 'give-up-reminders',
    },
    // Early, before people read their mail.
    'remind-at-night': { run: remindAtNight, retries: 3, seconds: 300, cron: '30 4 * * *' },
  },
  mails: mailsIn(import.meta.url, ['reminder']),
})
