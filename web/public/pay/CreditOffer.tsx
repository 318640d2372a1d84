import type { PublicBill } from '@saldo/contract/bills/mybill'
import { formatEuro } from '@saldo/domain/money'
import { useRef, useState } from 'react'
import css from '../layout/Page.module.css'
import { asApiError, linkApi } from '../link-api.ts'

/** Offers credit from an overpayment for this bill, or for what `what` names. `used` gets whether it was used. */
export function CreditOffer({
  bill,
  token,
  used,
  what = 'questa bolletta',
}: {
  bill: Pick<PublicBill, 'credit' | 'payable'>
  token: string
  used: (done: boolean) => void
  what?: string | undefined
}) {
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const amount = Math.min(bill.credit, bill.payable)
  if (amount <= 0) return null
  const use = async () => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setProblem(null)
    const why = await linkApi('POST /v1/mybill/{token}/credit', token).then(
      () => null,
      (error: unknown) => asApiError(error).error_description,
    )
    underWay.current = false
    setBusy(false)
    setProblem(why)
    used(why === null)
  }
  return (
    <div className={css.notice}>
      <p>
        Hai un credito di <strong>{formatEuro(bill.credit)}</strong> con questo condominio: avevi pagato di
        più.
      </p>
      <button type="button" className={css.link} aria-disabled={busy} onClick={() => void use()}>
        {busy ? 'Aspetta un momento…' : `Usa ${formatEuro(amount)} per ${what}`}
      </button>
      <div role="alert">{problem && <p className={css.wrong}>{problem}</p>}</div>
    </div>
  )
}
