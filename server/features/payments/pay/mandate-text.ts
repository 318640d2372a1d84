import { providerMandateText } from '../../mandates/provider-mandate-text.ts'

/** The mandate that a payer accepts for these bills alone; stored with the acceptance. */
export const mandateText = (creditor: string, bills = 1): string =>
  providerMandateText({
    creditor,
    purpose: bills > 1 ? `queste ${bills} bollette` : 'questa bolletta',
    recurrent: false,
  })
