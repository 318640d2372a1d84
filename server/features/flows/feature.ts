import { moneySections } from '@saldo/domain/section'
import type { BankFile } from '../../bank-files/bank-file.ts'
import { feature } from '../../feature.ts'

/** A file that the office loaded, while it is being read. */
export type ReceivedFlow = {
  flow_id: number
  customer_id: number
  /** The condominium that the person chose for a file that does not name one. */
  account_id: number | null
  file_name: string
  created_by: number | null
}

declare module '../../events.ts' {
  interface Events {
    /**
     * A loaded file was read completely. The one section that knows its kind writes what it means, all of it or nothing:
     * it throws a BankFileRefused if anything is inconsistent, and calls `noteFlow` with what it counted.
     */
    flow_read: { flow: ReceivedFlow; file: BankFile }
  }
}

export const flows = feature({
  tables: {
    flows: moneySections,
  },
})
