import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { includesPermission, refusalReason } from '../../session/permissions/permission.ts'
import { meQuery, queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/RecordForm.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './LateInterest.module.css'
import { type AllocationOrder, allocationOrderQuery } from './late-interest-query.ts'

const title = 'Imputazione dei bonifici'
const orders = [
  { value: 'principal', label: 'Prima le rate, dalla più vecchia' },
  { value: 'interest', label: 'Prima gli interessi chiesti, poi le rate (art. 1194 c.c.)' },
]

/**
 * Whether money without a stated purpose pays interest or principal first, for the whole office; read-only without the
 * permission.
 */
export function AllocationOrderSection() {
  const { data: order, ...query } = useQuery(allocationOrderQuery)
  const { data: user } = useQuery(meQuery)
  if (query.isError)
    return (
      <QueryError
        what="Non riesco a vedere come si imputano i bonifici"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!order || !user)
    return (
      <Loading what="l’imputazione dei bonifici">
        <TextSkeleton lines={2} />
      </Loading>
    )
  const why = user.sees_some
    ? 'La cambia chi vede tutti i condomìni.'
    : includesPermission(user.permissions, 'office:write')
      ? null
      : refusalReason('office:write')
  if (why === null) return <OrderForm order={order} />
  return (
    <div style={{ marginTop: 32 }}>
      <Section title={title}>
        <p>{orders[order.interest_first ? 1 : 0]?.label}</p>
        <p className={styles.dim}>{why}</p>
      </Section>
    </div>
  )
}

function OrderForm({ order }: { order: AllocationOrder }) {
  const form = useForm({
    initial: { first: order.interest_first ? 'interest' : 'principal' },
    checks: {},
    submit: async ({ first }) => {
      const saved = await api('PUT /v1/late-interest/order', {
        body: { interest_first: first === 'interest' },
      })
      queries.setQueryData(allocationOrderQuery.queryKey, saved)
      alertToast('Imputazione salvata.', 'success')
    },
  })
  return (
    <form {...form.form} style={{ marginTop: 32, maxWidth: 680 }}>
      <FormSection title={title}>
        <SelectField
          {...form.field('first')}
          label="Senza indicazione del pagatore"
          hint="Vale per tutto lo studio. Quello che il pagatore indica resta come l’ha indicato"
          options={orders}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" loading={form.busy} style={{ justifySelf: 'start' }}>
          Salva l’imputazione
        </Button>
      </FormSection>
    </form>
  )
}
