import { feature } from '../../feature.ts'
import { alarmBouncesUnread } from './alarm-bounces-unread.ts'
import { alarmWithheldMail } from './alarm-withheld-mail.ts'
import { messageRoutes } from './routes.ts'
import { sendPushes } from './send-pushes.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'send-pushes': Record<string, never>
  }
}

export const messages = feature({
  tables: {
    push_deliveries: 'nobody',
    push_messages: 'oneself',
    push_sendings: 'oneself',
    push_tokens: 'nobody',
  },
  routes: messageRoutes,
  on: { bounces_unread: alarmBouncesUnread, mail_withheld: alarmWithheldMail },
  jobs: {
    'send-pushes': { run: sendPushes, retries: 12, seconds: 300, together: 1 },
  },
})
