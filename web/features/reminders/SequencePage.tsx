import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { nameOfAccount, searchAccounts } from '../../records/account-reference.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import type { Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { AllocationOrderSection } from '../late-interest/AllocationOrderSection.tsx'
import { InterestRuleSection } from '../late-interest/InterestRuleSection.tsx'
import { sequenceQuery } from './reminder-query.ts'
import { SequenceForm } from './SequenceForm.tsx'

/** The reminder sequence of the office, or of one condominium (`?condominio=7`). */
export function SequencePage() {
  const navigate = useNavigate()
  const named = Number((useSearch({ strict: false }) as Query).condominio)
  const account_id = Number.isSafeInteger(named) && named > 0 ? named : null
  const query = useQuery(sequenceQuery(account_id))
  const mayNot = useRefusalReason('bills:write')
  const name = useQuery({
    queryKey: ['accounts', 'name', account_id],
    queryFn: () => nameOfAccount(String(account_id)),
    enabled: account_id !== null,
    retry: false,
  })
  const list = (
    <Link {...paths.reminders()} className={links.link}>
      Solleciti
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="le regole dei solleciti"
      missing="Questo condominio non c’è"
      list={list}
      name="Regole e testi dei solleciti"
      tabTitle="Regole e testi dei solleciti"
    >
      {(sequence) => (
        <>
          <PageTitle
            help="reminder_levels"
            title="Regole e testi dei solleciti"
            summary={whose(sequence.from, account_id)}
          />
          <div style={{ maxWidth: 440, margin: '16px 0 24px' }}>
            <ReferenceField
              name="account"
              kind="accounts"
              search={searchAccounts}
              label="Condominio"
              hint="Vuoto: le regole dello studio, per tutti i condomìni che non ne hanno di proprie"
              required={false}
              value={
                account_id === null
                  ? null
                  : { value: String(account_id), label: name.data ?? `n. ${account_id}` }
              }
              error={null}
              onBlur={() => undefined}
              onChange={(chosen) =>
                void navigate(paths.reminderSequence(chosen ? Number(chosen.value) : undefined))
              }
            />
          </div>
          {mayNot ? (
            <p>{mayNot}</p>
          ) : (
            <SequenceForm
              key={`${account_id} ${sequence.from}`}
              of={sequence}
              onDone={() => void navigate(paths.reminders())}
            />
          )}
          {account_id !== null && !mayNot && <InterestRuleSection key={account_id} account_id={account_id} />}
          {account_id === null && <AllocationOrderSection />}
        </>
      )}
    </LoadedRecord>
  )
}

function whose(from: 'account' | 'office' | 'default', account_id: number | null): string {
  if (account_id === null)
    return from === 'office'
      ? 'Dello studio'
      : 'Quelle iniziali: cambiale come vuoi, valgono per tutto lo studio'
  if (from === 'account') return 'Di questo condominio'
  return from === 'office'
    ? 'Ora segue le regole dello studio: salvando ne avrà di proprie'
    : 'Ora segue le regole iniziali: salvando ne avrà di proprie'
}
