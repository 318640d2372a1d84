import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { askOwner } from './ask-to-pay.job.ts'
import { forgetAsks } from './ask-to-pay.ts'
import { endPastDelegations } from './end-delegation.ts'
import { delegationRoutes } from './routes.ts'
import { sendDelegationInvitation } from './send-delegation-invitation.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'ask-to-pay': { user_id: number; email: string }
    'end-past-delegations': Record<string, never>
    'send-delegation-invitation': { delegation_id: number }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To the owner: somebody asks to pay their bills. */
    'delegation-asked': { name: string; address: string; url: string }
    /** To both sides: `what` says who sees and pays what no longer. */
    'delegation-ended': { what: string; url: string }
    /** To both sides: `what` says who sees and pays what, and until when. */
    'delegation-granted': { what: string; url: string }
    /** To whoever is to pay: `url` accepts, once; `who_writes` says why they get it, for they may have no access. */
    'delegation-invitation': { name: string; owner: string; office: string; url: string; who_writes: string }
    /** To the owner whose consent the office has written down. */
    'delegation-recorded': { owner: string; name: string; address: string }
  }
}

export const delegations = feature({
  tables: {
    delegation_asks: 'nobody',
    delegations: ['subjects'],
  },
  routes: delegationRoutes,
  jobs: {
    // Its address was typed by somebody who may only be trying.
    'ask-to-pay': { run: askOwner, retries: 5, seconds: 60, forget_after: 3_600 },
    'end-past-delegations': { run: endPastDelegations, retries: 2, seconds: 600, cron: '10 5 * * *' },
    'send-delegation-invitation': {
      ...{ run: sendDelegationInvitation, retries: 5, seconds: 60, once_per: 'delegation_id' },
    },
  },
  mails: mailsIn(import.meta.url, [
    'delegation-asked',
    'delegation-ended',
    'delegation-granted',
    'delegation-invitation',
    'delegation-recorded',
  ]),
  personal_mails: { 'delegation-invitation': 72 },
  on: {
    expired_forgotten: (_services, tx) => forgetAsks(tx),
  },
})
