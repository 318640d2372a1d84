import { moneySections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { creditBill } from './credit-bill.ts'
import { getCreditNotePdf } from './get-credit-note.ts'

export const creditNotes = feature({
  routes: [creditBill, getCreditNotePdf],
  tables: {
    credit_notes: moneySections,
  },
})
