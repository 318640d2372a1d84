import { formatDate } from '@saldo/domain/dates'
import { groupIban } from '@saldo/domain/iban'
import { formatRf } from '@saldo/domain/sepa/creditor-reference'
import { PublicAmount } from '../ui/data/Amount.tsx'
import { billStates } from '../ui/data/states.ts'
import { purposeOf } from './BillPage.tsx'
import { Instalments, Lines } from './BillParts.tsx'
import page from './layout/Page.module.css'
import { StatusLine } from './layout/Page.tsx'
import css from './layout/TitleBar.module.css'
import { loaders } from './loaders.ts'
import pay from './pay/Pay.module.css'
import { useLoaded } from './useLoaded.ts'

/**
 * What the PDF of a bill says, as a page that a phone shows in readable letters: an A4 sheet does not fit there. `children`
 * stand where the bill cannot be read.
 */
export function ReadableBill({ token, children }: { token: string; children: React.ReactNode }) {
  const { answer: bill, error } = useLoaded(() => loaders.bill(token))
  if (error && !bill) return children
  if (!bill) return null
  const facts = [
    ['Bolletta', bill.number],
    ['A', bill.subject_nominative],
    ['Per', purposeOf(bill)],
    ['Scadenza', bill.due_date && formatDate(bill.due_date)],
    ['Amministra', bill.asker.business_name],
    ['IBAN', bill.transfer && groupIban(bill.transfer.iban)],
    ['Causale del bonifico', bill.transfer && formatRf(bill.transfer.reference)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <article className={`${css.reading} ${page.main}`}>
      <h2>{bill.asker.account_name}</h2>
      <p className={page.amount}>
        <PublicAmount cents={bill.due_now || bill.amount} />
      </p>
      <StatusLine state={billStates[bill.state]} />
      <dl className={pay.facts} data-ruled data-stacked>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>Cosa paghi</h2>
      <Lines bill={bill} />
      {bill.instalments.length > 1 && (
        <>
          <h2>Quando</h2>
          <Instalments bill={bill} />
        </>
      )}
    </article>
  )
}
