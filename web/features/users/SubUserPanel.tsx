import { formatDateTime } from '@saldo/domain/dates'
import { matrixOf, presetName } from '@saldo/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { SubUserActions } from './SubUserActions.tsx'
import panel from './SubUsers.module.css'
import { type SubUser, type SubUserDetail, subUserQuery } from './subuser-query.ts'
import { accountsLine, levelNames, sectionRows, subUserStates } from './subuser-words.ts'

/** A sub-user beside the list: permissions, condominiums, actions. */
export function SubUserPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: SubUser | undefined
  steps: PanelSteps
}) {
  const query = useQuery(subUserQuery(id))
  const user = query.data
  const may = usePermission('office:write')
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={(user ?? row)?.nominative ?? 'Collaboratore'}
      subtitle={(user ?? row)?.email ?? undefined}
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo collaboratore non c’è"
          what="Non riesco a mostrare il collaboratore"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il collaboratore">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {user && !query.isError && (
        <>
          <div>
            <StateLabel state={subUserStates[user.state]} tinted />
          </div>
          <Facts
            rows={[
              ['Nome utente', user.user_name],
              ['Profilo', presetName(matrixOf(user.permissions))],
              ['Invitato', user.invited_at && formatDateTime(user.invited_at)],
            ]}
          />
          {may && <SubUserActions user={user} />}
          <Section
            title="Permessi"
            level={3}
            action={
              may && (
                <Link {...paths.editSubUser(id)} className={links.link}>
                  Modifica
                </Link>
              )
            }
          >
            <Facts rows={grantedRows(user)} />
          </Section>
          <Section title="Condomìni" level={3}>
            {user.all_accounts ? (
              <p>{accountsLine(user)}, anche quelli che arriveranno.</p>
            ) : (
              <ul className={panel.chosen}>
                {user.accounts.map(({ account_id, name }) => (
                  <li key={account_id}>{name}</li>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </DetailPanel>
  )
}

function grantedRows({ permissions }: SubUserDetail): [string, string][] {
  const matrix = matrixOf(permissions)
  return sectionRows.map(({ section, name }) => [name, levelNames[matrix[section]]])
}
