import * as contract from '@saldo/contract/reports/books'
import { rowsOf } from '../../db/listing.ts'
import { badInput } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'
import { registerAsked, registerBalances } from './register-list.ts'
import { type PrintedRegister, registerPdf } from './register-pdf.ts'

/** The most rows in one PDF: some two hundred pages, made in memory. */
const rowsAtMost = 10_000

export const getRegisterPdf = serveAcross(contract.registerPdf, async ({ as, services, query }) => {
  const register = await as(async (tx) => {
    const { account, listing } = await registerAsked(tx, query)
    const rows: PrintedRegister['rows'] = []
    for await (const batch of rowsOf(tx, listing, { ...query, sort: 'day' })) {
      rows.push(...(batch as unknown as PrintedRegister['rows']))
      if (rows.length > rowsAtMost)
        throw badInput({ day_from: 'Il periodo ha troppi movimenti per un PDF: sceglilo più breve.' })
    }
    const [office] = await tx<
      { business_name: string; closed_to: string | null; fiscal_code: string | null }[]
    >`
      select c.business_name, a.fiscal_code, books_closed_to(a.customer_id, a.account_id) as closed_to
      from accounts a join customers c on c.customer_id = a.customer_id
      where a.customer_id = ${account.customer_id} and a.account_id = ${account.account_id}`
    return {
      ...(office as NonNullable<typeof office>),
      ...(await registerBalances(tx, { ...account, cash: query.cash }, query)),
      customer_id: account.customer_id,
      account_name: account.name,
      cash: query.cash,
      from: query.day_from ?? rows[0]?.day,
      to: query.day_to ?? rows.at(-1)?.day,
      rows,
    }
  })
  const name = ['Registro contabile', register.account_name, register.from, register.to]
  const { logo } = await letterheadImages(services, register.customer_id)
  return asFile(
    await registerPdf({ ...register, logo }),
    `${name.filter(Boolean).join(' ')}.pdf`,
    'application/pdf',
  )
})
