import * as contract from '@saldo/contract/reports/situation'
import { today } from '@saldo/domain/dates'
import { rowsOf } from '../../db/listing.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { debtors } from './debtors-list.ts'
import { debtorsPdf } from './debtors-pdf.ts'
import { letterheadOf, withImages } from './letterhead.ts'

export const getDebtorsPdf = serveAcross(
  contract.debtorsPdf,
  async ({ as, services, params: { id }, query }) => {
    const printed = await as(async (tx) => {
      const account = await visibleAccount(tx, id)
      const rows: contract.Debtor[] = []
      const filters = { account_id: id, late: query.late, sort: 'nominative' }
      for await (const batch of rowsOf(tx, debtors(id), filters as never))
        rows.push(...(batch as unknown as contract.Debtor[]))
      return {
        customer_id: account.customer_id,
        ...{ day: today(), account_name: account.name, fiscal_code: account.fiscal_code },
        ...{ office: await letterheadOf(tx, account.customer_id), late: query.late === '1', rows },
      }
    })
    const name = `${printed.late ? 'Morosi' : 'Situazione'} ${printed.account_name} ${printed.day}.pdf`
    const office = await withImages(services, printed.customer_id, printed.office)
    return asFile(await debtorsPdf({ ...printed, office }), name, 'application/pdf')
  },
)
