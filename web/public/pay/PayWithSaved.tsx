import { useEffect, useState } from 'react'
import { sourceName } from '../../records/source-name.ts'
import type { OwnBill } from '../../session/own-bill.ts'
import css from '../layout/Page.module.css'
import { ownBillHash } from '../public-page.ts'

/** The bill as the signed-in user's own. Null until it is known, and for everybody else, who load nothing for it. */
export function useOwnBill(token: string, asks: boolean): OwnBill | null {
  const [own, setOwn] = useState<OwnBill | null>(null)
  useEffect(() => {
    let left = false
    if (asks)
      void import('../../session/own-bill.ts')
        .then(({ askOwnBill }) => askOwnBill(token))
        .then(
          (found) => left || setOwn(found),
          () => undefined,
        )
    return () => {
      left = true
    }
  }, [token, asks])
  return own
}

/** The way to the page where the saved methods pay with one tap: a link alone never shows or uses them (decision 8). */
export const PayWithSaved = ({ own: { bill_id, saved } }: { own: OwnBill }) => (
  <>
    <a className={css.button} href={ownBillHash(bill_id)}>
      Paga con un metodo salvato
    </a>
    <p className={`${css.small} ${css.after}`}>{saved.map(sourceName).join(', ')}</p>
  </>
)
