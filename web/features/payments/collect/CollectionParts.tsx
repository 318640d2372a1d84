import { formatDate } from '@saldo/domain/dates'
import { allocationRules } from '@saldo/domain/payments/allocation'
import { whyHeld } from '@saldo/domain/payments/why-not-placed'
import { ApiError, errorSentence } from '../../../api-error.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { MoneyField } from '../../../ui/form/fields.tsx'
import type { FieldProps } from '../../../ui/form/useForm.ts'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { PartsTable } from '../PartsTable.tsx'
import { amountsOf, type Chosen, type CollectionPlan, type Plan, surplusOf } from './collection-plan.ts'

type Props = {
  amount: number
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  /** Props of the field with the cents of an instalment. */
  fieldOf: (instalment_id: number, cents: number | null) => FieldProps<number | null>
}

/** What the money settles, by which rule; the office may say otherwise, cent by cent. */
export function CollectionParts({ plan, ...props }: Props & { plan: CollectionPlan }) {
  if (plan.isPending)
    return (
      <Loading what="che cosa paga">
        <TextSkeleton lines={3} />
      </Loading>
    )
  // The server says why this money cannot be placed, for example that the person has no bill there.
  if (plan.error instanceof ApiError && plan.error.status === 409)
    return (
      <p role="alert" className={styles.reason}>
        {errorSentence(plan.error, 'Qui non si può registrare.')}
      </p>
    )
  if (plan.isError)
    return (
      <QueryError
        error={plan.error}
        what="Non riesco a dire che cosa paga"
        onRetry={() => void plan.refetch()}
      />
    )
  return <Parts plan={plan.data} {...props} />
}

function Parts({ plan, amount, chosen, onChoose, fieldOf }: Props & { plan: Plan }) {
  const amounts = amountsOf(plan, chosen)
  const surplus = surplusOf(plan, chosen, amount)
  const rows = chosen === null ? plan.open.filter(({ instalment_id }) => amounts[instalment_id]) : plan.open
  const rule =
    plan.open.length === 0
      ? 'Non c’è niente su cui registrarlo.'
      : allocationRules[chosen === null ? plan.rule : 'manual']
  return (
    <div className={styles.preview} aria-live="polite">
      <p className={styles.note}>
        {rule}{' '}
        {plan.open.length > 0 && (
          <LinkButton onClick={() => onChoose(chosen === null ? amounts : null)}>
            {chosen === null ? 'Cambia che cosa paga' : 'Torna alla proposta'}
          </LinkButton>
        )}
      </p>
      {plan.held.map((held) => (
        <p key={held.bill_number} className={styles.reason}>
          {whyHeld(held)}
        </p>
      ))}
      <PartsTable
        label="Che cosa paga"
        first="Rata"
        between={['Da pagare']}
        last="Paga"
        sum={{ label: 'Resta', cents: surplus, closed: surplus === 0 }}
      >
        {rows.map(({ instalment_id, bill_number, due_date, still_due }) => (
          <tr key={instalment_id}>
            <th scope="row">
              {bill_number}
              <span className={styles.dim}>scade il {formatDate(due_date)}</span>
            </th>
            <td className={`${styles.cents} ${styles.due}`}>
              <Amount cents={still_due} />
            </td>
            <td className={chosen === null ? styles.cents : styles.field}>
              {chosen === null ? (
                <Amount cents={amounts[instalment_id] ?? 0} size="strong" />
              ) : (
                <MoneyField
                  {...fieldOf(instalment_id, chosen[instalment_id] ?? null)}
                  label=""
                  aria-label={`Importo per la rata ${bill_number} del ${formatDate(due_date)}`}
                />
              )}
            </td>
          </tr>
        ))}
      </PartsTable>
    </div>
  )
}
