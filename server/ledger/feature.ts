import { feature } from '../feature.ts'

export const ledger = feature({
  tables: ['ledger_entries', 'ledger_lines'],
})
