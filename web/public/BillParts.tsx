import type { PublicBill } from '@saldo/contract/bills/mybill'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { NavArrowDown, NavArrowRight, Page } from 'iconoir-react'
import { Icon } from '../ui/icons/Icon.tsx'
import css from './pay/Pay.module.css'
import { ownBillsHash, registerHash } from './public-page.ts'
import { viewerHash } from './titled-page.ts'
import { useSignedIn } from './useSignedIn.ts'

/** The lines of the bill, its due dates, and its PDF. */
export function BillParts({ bill, token }: { bill: PublicBill; token: string }) {
  return (
    <div className={css.details}>
      <details open={bill.lines.length <= 8}>
        <Summary>Cosa paghi: {bill.description}</Summary>
        <Lines bill={bill} />
      </details>
      {bill.instalments.length > 1 && (
        <details>
          <Summary>{bill.instalments.length} rate, quando paghi</Summary>
          <Instalments bill={bill} />
        </details>
      )}
      {!bill.delegated && (
        <a className={css.pdf} href={viewerHash(token)}>
          Bolletta in PDF
          <span>{bill.number}</span>
          <Icon of={Page} size={20} />
        </a>
      )}
      {!bill.delegated && <OwnAccess number={bill.number} />}
    </div>
  )
}

/** To one's own bills, or to an access for them. */
function OwnAccess({ number }: { number: string }) {
  const signedIn = useSignedIn()
  return (
    <a className={css.pdf} data-access href={signedIn ? ownBillsHash : registerHash(number)}>
      {signedIn ? 'Le tue bollette' : 'Crea il tuo accesso'}
      <span>per vederle tutte</span>
      <Icon of={NavArrowRight} size={20} />
    </a>
  )
}

const Summary = ({ children }: { children: React.ReactNode }) => (
  <summary className={css.summary}>
    <span>{children}</span>
    <Icon of={NavArrowDown} size={20} />
  </summary>
)

export function Lines({ bill }: { bill: Pick<PublicBill, 'lines' | 'amount' | 'settled'> }) {
  return (
    <table className={css.rows}>
      <tbody>
        {bill.lines.map((line) => (
          <tr key={line.position}>
            <td>{line.description}</td>
            <td>{formatEuro(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Totale</th>
          <td>{formatEuro(bill.amount)}</td>
        </tr>
        {bill.settled > 0 && (
          <tr>
            <th scope="row">Già pagato</th>
            <td>{formatEuro(bill.settled)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

export function Instalments({ bill }: { bill: PublicBill }) {
  return (
    <table className={css.rows}>
      <tbody>
        {bill.instalments.map(({ instalment_id, due_date, amount, settled, pending }) => (
          <tr key={instalment_id}>
            <td>
              entro il {formatDate(due_date)}
              <small>{instalmentStatus(amount, settled, bill.payable > 0 ? 0 : pending)}</small>
            </td>
            <td>{formatEuro(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function instalmentStatus(amount: number, settled: number, pending: number): string {
  if (settled >= amount) return 'pagata'
  if (pending > 0) return 'pagamento in corso'
  return settled > 0 ? `già pagato ${formatEuro(settled)}` : 'da pagare'
}
