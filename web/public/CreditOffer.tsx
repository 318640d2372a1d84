import type { PublicBill } from '@saldo/contract/mybill'
import { formatEuro } from '@saldo/domain/money'
import { useState } from 'react'
import { asApiError, ask } from './ask.ts'
import css from './Page.module.css'

/** What was paid in excess before, offered for this bill. */
export function CreditOffer({ bill, token, used }: { bill: PublicBill; token: string; used: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const amount = Math.min(bill.credit, bill.payable)
  if (amount <= 0) return null
  const use = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await ask('POST /v1/mybill/{token}/credit', token)
    } catch (error) {
      setProblem(asApiError(error).error_description)
    }
    setBusy(false)
    used()
  }
  return (
    <div className={css.notice}>
      <p>
        Hai un credito di <strong>{formatEuro(bill.credit)}</strong> con questo condominio: avevi pagato di
        più.
      </p>
      <button type="button" className={css.link} aria-disabled={busy} onClick={() => void use()}>
        {busy ? 'Aspetta un momento…' : `Usa ${formatEuro(amount)} per questa bolletta`}
      </button>
      <div role="alert">{problem && <p className={css.wrong}>{problem}</p>}</div>
    </div>
  )
}
