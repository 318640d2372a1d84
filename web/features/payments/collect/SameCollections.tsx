import { Checkbox } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import type { FieldProps } from '../../../ui/form/useForm.ts'
import links from '../../../ui/layout/Links.module.css'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { paymentNumber } from '../payment-words.ts'
import { idsOf, type Same } from './collection-plan.ts'

/** Similar registered collections, as links; a checkbox confirms that this is another one. */
export function SameCollections({ same, confirmation }: { same: Same; confirmation: FieldProps<string> }) {
  const { name, value, error, onChange, onBlur } = confirmation
  return (
    <div className={styles.preview} role="status">
      <p className={styles.note}>
        {same.length === 1
          ? 'Un incasso uguale è già registrato:'
          : `${same.length} incassi uguali sono già registrati:`}
      </p>
      <ul className={styles.same}>
        {same.map(({ payment_id, method, amount, received_on, reference }) => (
          <li key={payment_id}>
            <Link {...paths.payment(payment_id)} target="_blank" className={links.link}>
              {paymentNumber(payment_id)}
            </Link>
            , {paymentMethodLabels[method]}, {formatEuro(amount)} del {formatDate(received_on)}
            {reference && `, «${reference}»`}
          </li>
        ))}
      </ul>
      <Checkbox
        name={name}
        checked={value !== '' && value === idsOf(same)}
        error={error}
        label="Questo è un altro incasso: registralo comunque"
        onChange={(event) => onChange(event.currentTarget.checked ? idsOf(same) : '')}
        onBlur={onBlur}
      />
    </div>
  )
}
