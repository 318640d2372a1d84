import { askLabel, inAll } from '@saldo/domain/bills/owed'
import { formatDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { CreditOffer } from '../../public/pay/CreditOffer.tsx'
import pay from '../../public/pay/Pay.module.css'
import { Pay } from '../../public/pay/Pay.tsx'
import type { PaymentApi } from '../../public/pay/payment-api.ts'
import { PublicAmount } from '../../ui/data/Amount.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { AllocationPreview } from './AllocationPreview.tsx'
import { type Together, togetherQuery } from './my-bills-query.ts'
import styles from './PayTogetherPage.module.css'

/** `/paga?ids=1,2`: pays several of the resident's bills of one condominium, in part if that is accepted. */
export function PayTogetherPage() {
  const { ids } = useSearch({ from: '/signed-in/section-pages/paga' })
  const { data, error, refetch, isPending } = useQuery(togetherQuery(ids))
  // A network failure keeps the form; a refusal means that the bills can no longer be paid.
  const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null
  return (
    <div className={styles.page}>
      <title>Paga insieme · Saldo</title>
      <Link {...paths.dashboard()} className={`${links.link} ${styles.back}`}>
        Le mie bollette
      </Link>
      {isPending && <Ghost />}
      {refusal && (
        <ErrorState
          what="Queste bollette non si possono pagare insieme"
          why={refusal.fields?.ids ?? refusal.error_description}
          todo="Torna alle tue bollette e scegli di nuovo."
        />
      )}
      {error && !refusal && !data && (
        <QueryError error={error} what="Non riesco a mostrare le bollette" onRetry={() => void refetch()} />
      )}
      {data && !refusal && <PayTogether key={ids} together={data} changed={() => void refetch()} />}
    </div>
  )
}

function PayTogether({ together, changed }: { together: Together; changed: () => void }) {
  const navigate = useNavigate()
  const { asker, bills, payable, due_now, subject_nominative } = together
  const bill_ids = bills.map(({ bill_id }) => bill_id)
  const all = inAll({ residue: payable, due_now })
  /** After credit settled a bill, the others are paid; if none is left, back to the bills. */
  const settled = (bill_id: number | null) => {
    const left = bill_ids.filter((id) => id !== bill_id)
    if (left.length === 0) void navigate(paths.dashboard())
    else if (left.length < bill_ids.length) void navigate({ ...paths.payTogether(left), replace: true })
    else changed()
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
      <MyCredit together={together} used={settled} />
      {together.not_payable_reason && <p>{together.not_payable_reason}</p>}
      <Pay
        bill={{ ...together, transfer: null }}
        paymentApi={ownPaymentApi(bill_ids)}
        changed={changed}
        told={(portion) => <AllocationPreview bills={bills} portion={portion} />}
      />
    </>
  )
}

const Ghost = () => (
  <Loading what="le bollette">
    <div className={styles.ghost}>
      <Bar width="70%" height={20} />
      <Bar height={44} />
      <Bar height={44} />
      <Bar width="45%" height={48} />
      <Bar height={180} />
      <Bar height={56} />
    </div>
  </Loading>
)

/** Paid bills, with what is due of each: now, and in all. */
function PaidBills({ bills }: { bills: Together['bills'] }) {
  return (
    <table className={pay.rows} aria-label="Che cosa paghi">
      <tbody>
        {bills.map(({ bill_id, description, unit, number, due_date, payable, due_now }) => (
          <tr key={bill_id}>
            <td>
              {[description, unit].filter(Boolean).join(' · ')}
              <small>
                Bolletta {number}
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
function MyCredit({ together, used }: { together: Together; used: (bill_id: number | null) => void }) {
  const { bills, credit } = together
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

/** Timeout in milliseconds; tells an unreachable server from a refusal. */
const timeout = 20_000

/** Pays these bills as the signed-in user. */
const ownPaymentApi = (bill_ids: number[]): PaymentApi => ({
  signed_in: true,
  charge: (body, idempotencyKey) =>
    api('POST /v1/stripe/charge/{token?}', {
      body: { ...body, bill_ids },
      idempotencyKey,
      signal: AbortSignal.timeout(timeout),
    }),
  klarna: (body, idempotencyKey) =>
    api('POST /v1/stripe/klarna/{token?}', {
      body: { ...body, bill_ids },
      idempotencyKey,
      signal: AbortSignal.timeout(timeout),
    }),
})
