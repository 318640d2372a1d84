import { providerMandateText } from '../../mandates/provider-mandate-text.ts'

/** The mandate that a payer accepts for these bills alone; stored with the acceptance. `creditor_id`: ours, at the provider. */
export const mandateText = (creditor: string, bills: number, creditor_id: string | null): string =>
  providerMandateText({
    creditor,
    purpose: bills > 1 ? `queste ${bills} bollette` : 'questa bolletta',
    recurrent: false,
    creditor_id,
  })
