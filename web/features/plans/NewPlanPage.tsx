import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { nameOfAccount, searchAccounts } from '../../records/account-reference.ts'
import { nameOfSubject, searchSubjects } from '../../records/subject-reference.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { FieldPair, FormSection } from '../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import type { Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { PlanForm } from './PlanForm.tsx'
import styles from './Plans.module.css'
import { debtsQuery } from './plan-query.ts'
import { WhoOwes } from './WhoOwes.tsx'

/** `?account_id=7&subject_id=3` preselects condominium and person; else both are chosen here. */
export function NewPlanPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Query
  const account = useNamed('accounts', search.account_id, nameOfAccount)
  const subject = useNamed('subjects', search.subject_id, nameOfSubject)
  const choose = (change: Query) =>
    void navigate(
      paths.newPlan(
        Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, id]) => id !== '')),
      ),
    )
  const done = () => void navigate(paths.plans())
  return (
    <RecordPage
      list={
        <Link {...paths.plans()} className={links.link}>
          Piani di rientro
        </Link>
      }
      name="Nuovo"
      tabTitle="Proponi un piano di rientro"
      titled
    >
      <PageTitle
        title="Proponi un piano di rientro"
        summary="Vale quando chi deve lo accetta, con un codice che riceve per e-mail."
      />
      <div style={{ maxWidth: 680, margin: '20px 0' }}>
        <FormSection title="Chi deve">
          <FieldPair>
            <ReferenceField
              name="account_id"
              kind="accounts"
              label="Condominio"
              search={searchAccounts}
              value={account}
              error={null}
              onBlur={() => undefined}
              onChange={(chosen) => choose({ account_id: chosen?.value ?? '' })}
            />
            <ReferenceField
              name="subject_id"
              kind="subjects"
              label="Intestatario"
              search={searchSubjects}
              value={subject}
              error={null}
              onBlur={() => undefined}
              onChange={(chosen) => choose({ subject_id: chosen?.value ?? '' })}
            />
          </FieldPair>
        </FormSection>
      </div>
      {!account && (
        <p className={styles.dim}>
          Scelto il condominio, trovi qui chi è in ritardo. Poi decidi quali bollette comprende il piano, in
          quante rate e fino a quando si può accettare.
        </p>
      )}
      {account && !subject && (
        <div style={{ maxWidth: 680 }}>
          <WhoOwes account={account} onChoose={(subject_id) => choose({ subject_id })} />
        </div>
      )}
      {account && subject && (
        <Debts
          key={`${account.value} ${subject.value}`}
          account_id={Number(account.value)}
          subject_id={Number(subject.value)}
          onDone={done}
        />
      )}
    </RecordPage>
  )
}

/** The choice from the address, with its name; null without one. */
function useNamed(
  kind: string,
  id: string | undefined,
  nameOf: (id: string) => Promise<string>,
): Reference | null {
  const named = id !== undefined && /^\d{1,15}$/.test(id)
  const { data } = useQuery({
    queryKey: [kind, 'name', id],
    queryFn: () => nameOf(id as string),
    enabled: named,
    retry: false,
  })
  return named ? { value: id, label: data ?? `n. ${id}` } : null
}

function Debts({
  account_id,
  subject_id,
  onDone,
}: {
  account_id: number
  subject_id: number
  onDone: () => void
}) {
  const { data: debts, ...query } = useQuery(debtsQuery(account_id, subject_id))
  if (query.isError)
    return (
      <QueryError
        what="Non riesco a vedere che cosa deve"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!debts)
    return (
      <Loading what="quello che deve">
        <TextSkeleton lines={4} />
      </Loading>
    )
  if (debts.length === 0)
    return (
      <EmptyState title="Non deve niente">
        In questo condominio questa persona non ha bollette da pagare, oppure un pagamento è in corso.
      </EmptyState>
    )
  return <PlanForm debts={debts} onDone={onDone} />
}
