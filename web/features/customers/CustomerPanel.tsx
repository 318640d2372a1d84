import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { customerQuery } from '../../session/queries.ts'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { CustomerActivation } from './CustomerActivation.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import type { Customer } from './customers-query.ts'

/** A customer beside the list: state, data, link to its documents. */
export function CustomerPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Customer | undefined
  steps: PanelSteps
}) {
  const navigate = useNavigate()
  const { data: customer, ...query } = useQuery({ ...customerQuery(id), placeholderData: row })
  return (
    <DetailPanel
      number={String(id)}
      title={customer?.business_name ?? 'Cliente'}
      subtitle={customer && addressLine(customer)}
      steps={steps}
      onExpand={() => void navigate(paths.customerPage(id))}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo cliente non c’è"
          what="Non riesco a mostrare il cliente"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il cliente">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {customer && !query.isError && (
        <>
          <CustomerActivation customer={customer} />
          <Section
            title="Dati"
            level={3}
            action={
              <Link {...paths.editCustomer(id)} className={links.link}>
                Modifica
              </Link>
            }
          >
            <CustomerFacts customer={customer} />
          </Section>
          <Link {...paths.customerPage(id, 'documenti')} className={links.link}>
            Documenti
            {customer.documents_to_check > 0 && `, ${customer.documents_to_check} da verificare`}
          </Link>
        </>
      )}
    </DetailPanel>
  )
}
