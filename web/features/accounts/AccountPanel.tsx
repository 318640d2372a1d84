import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { type Account, accountQuery } from '../../records/account-query.ts'
import { RecordListLinks } from '../../records/RecordListLinks.tsx'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AccountFigures } from './AccountFigures.tsx'

/** A condominium beside the list: figures, data, links to its bills and payments. */
export function AccountPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Account | undefined
  steps: PanelSteps
}) {
  const navigate = useNavigate()
  const { data: account, ...query } = useQuery({ ...accountQuery(id), placeholderData: row })
  return (
    <DetailPanel
      number={account?.fiscal_code ?? `n. ${id}`}
      title={account?.name ?? 'Condominio'}
      subtitle={account && addressLine(account)}
      steps={steps}
      onExpand={() => void navigate(paths.accountPage(id))}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo condominio non c’è"
          what="Non riesco a mostrare il condominio"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il condominio">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {account && !query.isError && (
        <>
          <AccountFigures account={account} />
          <RecordListLinks of={{ account_id: String(account.account_id) }} />
          <Section
            title="Dati"
            level={3}
            action={
              <IfPermitted permission="accounts:write">
                <Link {...paths.editAccount(id)} className={links.link}>
                  Modifica
                </Link>
              </IfPermitted>
            }
          >
            <AccountFacts account={account} />
          </Section>
        </>
      )}
    </DetailPanel>
  )
}
