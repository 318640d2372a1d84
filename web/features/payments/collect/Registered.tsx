import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import links from '../../../ui/layout/Links.module.css'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { paymentNumber } from '../payment-words.ts'
import { ReceiptButton } from '../ReceiptButton.tsx'

/** After registering: the receipt, for whoever stands at the desk. */
export function Registered({
  payment_id,
  sentence,
  onClose,
}: {
  payment_id: number
  sentence: string
  onClose: () => void
}) {
  return (
    <div className={styles.form}>
      <p role="status" className={styles.note}>
        {sentence} È la transazione{' '}
        <Link {...paths.payment(payment_id)} className={links.link} onClick={onClose}>
          {paymentNumber(payment_id)}
        </Link>
        : se ti accorgi di un errore, da lì la storni.
      </p>
      <div className={styles.foot}>
        <ReceiptButton payment={{ payment_id, state: 'succeeded' }} />
        <Button onClick={onClose} data-autofocus>
          Chiudi
        </Button>
      </div>
    </div>
  )
}
