import { askLabel, inAll } from '@saldo/domain/bills/owed'
import { formatDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { CreditOffer } from '../../public/pay/CreditOffer.tsx'
import pay from '../../public/pay/Pay.module.css'
import { Pay } from '../../public/pay/Pay.tsx'
import type { Portion } from '../../public/pay/payable-portions.ts'
import { linkPaymentApi, type PaymentApi } from '../../public/pay/payment-api.ts'
import { partOf, usePayingOnce } from '../../public/pay/usePayment.ts'
import { billHash } from '../../public/public-page.ts'
import { PublicAmount } from '../../ui/data/Amount.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { AllocationPreview } from './AllocationPreview.tsx'
import type { Group } from './my-bills-query.ts'
import { ownPaymentApi } from './own-payment-api.ts'
import styles from './PayTogetherPage.module.css'
import { SavedMethods } from './SavedMethods.tsx'
import { savedWays } from './saved-methods.ts'
import { TransferList } from './TransferList.tsx'
import { useWayEntry } from './useWayEntry.ts'

/** Bills of one condominium, paid with one payment; in part, if that is accepted. */
export function PayGroup({
  group,
  left_out,
  changed,
}: {
  group: Group
  /** How many bills can be paid afterwards. */
  left_out: number
  changed: () => void
}) {
  const navigate = useNavigate()
  const entry = useWayEntry()
  const { asker, bills, payable, due_now, subject_nominative } = group
  const [only, ...others] = bills
  const bill_ids = bills.map(({ bill_id }) => bill_id)
  const all = inAll({ residue: payable, due_now })
  /** After credit settled a bill, the others are paid; if none is left, back to the bills. */
  const settled = (bill_id: number | null) => {
    const left = bill_ids.filter((id) => id !== bill_id)
    if (left.length === 0) void navigate(paths.dashboard())
    else if (left.length < bill_ids.length) void navigate({ ...paths.payTogether(left), replace: true })
    else changed()
  }
  const paymentApi: PaymentApi = {
    ...ownPaymentApi(bill_ids),
    ...(only && others.length === 0 && { transfer: linkPaymentApi(only.token).transfer }),
  }
  return (
    <>
      <p className={styles.dim}>
        {asker.business_name} chiede a {subject_nominative}
      </p>
      <h1>{asker.account_name}</h1>
      <PaidBills bills={bills} />
      {all && <p>{askLabel({ residue: payable, due_now })}</p>}
      <p className={styles.amount}>
        <PublicAmount cents={due_now} />
      </p>
      {all && <p className={styles.dim}>{all}</p>}
      {left_out > 0 && (
        <p className={styles.dim}>
          {formatCountOf(left_out, leftOut)}: sono più di quante se ne pagano insieme.
        </p>
      )}
      <MyCredit group={group} used={settled} />
      {group.not_payable_reason && <p>{group.not_payable_reason}</p>}
      <Pay
        bill={{ ...group, transfer: group.transfers[0]?.transfer ?? null }}
        paymentApi={paymentApi}
        changed={changed}
        entry={entry}
        told={(portion) => <AllocationPreview bills={bills} portion={portion} />}
        {...(group.saved.length > 0 && {
          saved: (portion: Portion, check: () => boolean) => (
            <SavedOf {...{ group, portion, check, paymentApi, changed }} />
          ),
        })}
        {...(others.length > 0 && {
          byTransfer: ({ amount }: Portion) => (
            <TransferList groups={[group]} otherAmount={amount !== due_now} />
          ),
        })}
      />
    </>
  )
}

const leftOut = { one: 'bolletta resta per dopo', many: 'bollette restano per dopo' }

/** One tap pays the chosen amount with a saved method. */
function SavedOf({
  group,
  portion,
  check,
  paymentApi,
  changed,
}: {
  group: Group
  portion: Portion
  check: () => boolean
  paymentApi: PaymentApi
  changed: () => void
}) {
  const [source_id, setSource] = useState<number | null>(null)
  const { pay, busy, problem } = usePayingOnce<number>({
    send: (key, source_id) => paymentApi.charge({ ...partOf(portion), source_id }, key),
    changed,
  })
  return (
    <SavedMethods
      ways={savedWays([group])}
      amount={() => portion.amount}
      busy={busy ? source_id : null}
      problem={problem}
      pay={({ method }) => {
        if (!check()) return
        setSource(method.source_id)
        void pay(method.source_id)
      }}
    />
  )
}

/** Paid bills, with what is due of each: now, and in all. Each opens with its lines and its PDF. */
function PaidBills({ bills }: { bills: Group['bills'] }) {
  return (
    <table className={pay.rows} aria-label="Che cosa paghi">
      <tbody>
        {bills.map(({ bill_id, token, description, unit, number, due_date, payable, due_now }) => (
          <tr key={bill_id}>
            <td>
              {[description, unit].filter(Boolean).join(' · ')}
              <small>
                <a className={links.link} href={billHash(token)}>
                  Bolletta {number}
                </a>
                {due_date && `, scadenza ${formatDate(due_date)}, ${relativeDay(due_date, today())}`}
              </small>
            </td>
            <td>
              {formatEuro(due_now)}
              <small>{inAll({ residue: payable, due_now })}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Offers credit from overpayments for the bill due first. `used` gets the bill that it settled, if any. */
function MyCredit({ group, used }: { group: Group; used: (bill_id: number | null) => void }) {
  const { bills, credit } = group
  const [oldest] = bills
  if (!oldest || credit <= 0) return null
  const { bill_id, payable, description, token } = oldest
  return (
    <CreditOffer
      bill={{ credit, payable }}
      token={token}
      used={(done) => used(done && credit >= payable ? bill_id : null)}
      what={bills.length > 1 ? `“${description}”` : undefined}
    />
  )
}
