import { moneySections } from '@saldo/domain/section'
import { feature } from '../feature.ts'

export const ledger = feature({
  tables: {
    ledger_entries: moneySections,
    ledger_lines: moneySections,
  },
})
