import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { readTransferOutcome } from './read-transfer-outcome.ts'
import { creditRefundRoutes } from './routes.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `amount` like `412,50 €`; `account_end`: the last digits of the payer's IBAN. */
    'credit-refund': {
      nominative: string
      account_name: string
      amount: string
      left_on: string
      account_end: string
      text: string
    }
  }
}

export const creditRefunds = feature({
  tables: {
    credit_refunds: moneySections,
    transfer_orders: moneySections,
  },
  routes: creditRefundRoutes,
  mails: mailsIn(import.meta.url, ['credit-refund']),
  on: {
    flow_read: async (_services, tx, { flow, file }) => {
      if (file.kind === 'transfer_outcome') await readTransferOutcome(tx, flow, file)
    },
  },
})
