import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { planStates } from '../../ui/data/states.ts'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import styles from './Plans.module.css'
import { type Plan, type PlanDetail, planQuery } from './plan-query.ts'
import { WithdrawPlan } from './WithdrawPlan.tsx'

/** A plan beside the list: state, rates and bills, the agreement and who accepted it from where. */
export function PlanPanel({ id, row, steps }: { id: number; row: Plan | undefined; steps: PanelSteps }) {
  const { data: plan, ...query } = useQuery(planQuery(id))
  const known = plan ?? row
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={known?.subject_nominative ?? 'Piano di rientro'}
      subtitle={
        known && (
          <Link {...paths.account(known.account_id)} className={links.link}>
            {known.account_name}
          </Link>
        )
      }
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo piano non c’è"
          what="Non riesco a mostrare il piano"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il piano">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {plan && !query.isError && <Found plan={plan} />}
    </DetailPanel>
  )
}

function Found({ plan }: { plan: PlanDetail }) {
  return (
    <>
      <StateLabel state={planStates[plan.state]} tinted />
      <Facts
        rows={[
          ['Importo', formatEuro(plan.amount)],
          ['Residuo', plan.state === 'active' && formatEuro(plan.residue)],
          ['Prossima rata', plan.next_due_date && formatDate(plan.next_due_date)],
          ['Da accettare entro', plan.state === 'proposed' && formatDate(plan.expires_on)],
          ['Tolleranza', plan.grace_days === 1 ? '1 giorno' : `${plan.grace_days} giorni`],
          ['E-mail', plan.email],
          ['Finito', plan.ended_at && formatDateTime(plan.ended_at)],
        ]}
      />
      <WithdrawPlan plan={plan} />
      <Section title="Rate" level={3}>
        <table className={styles.table} aria-label="Rate">
          <tbody>
            {plan.rates.map(({ position, due_date, amount }) => (
              <tr key={position}>
                <td>{position}</td>
                <td>
                  <DateCell day={due_date} />
                </td>
                <td data-align="right">
                  <Amount cents={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="Bollette" level={3}>
        <table className={styles.table} aria-label="Bollette">
          <tbody>
            {plan.bills.map((bill) => (
              <tr key={bill.bill_id}>
                <td>
                  <Link {...paths.bill(bill.bill_id)} className={links.link}>
                    {bill.number}
                  </Link>
                </td>
                <td data-align="right">
                  <Amount cents={bill.amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="L’accordo" level={3}>
        <p className={styles.agreement}>{plan.agreement}</p>
        {plan.note && <p className={styles.agreement}>{plan.note}</p>}
        {plan.accepted_at && (
          <Facts
            rows={[
              ['Accettato', formatDateTime(plan.accepted_at)],
              ['Con il codice inviato a', plan.email],
              ['Indirizzo IP', plan.accepted_from],
              ['Browser', plan.accepted_with],
            ]}
          />
        )}
      </Section>
    </>
  )
}
