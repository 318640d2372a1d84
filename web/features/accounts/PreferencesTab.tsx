import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { type Account, accountQuery } from '../../records/account-query.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './PreferencesTab.module.css'
import { RemoveAccount } from './RemoveAccount.tsx'

const flags = [
  { flag: 'flag_pay_card', label: 'Carta', what: 'Carte di credito, di debito e prepagate' },
  { flag: 'flag_pay_debit', label: 'Addebito su conto', what: 'SEPA: costa poco, arriva in qualche giorno' },
  { flag: 'flag_pay_klarna', label: 'Klarna', what: 'A rate o più tardi: lo studio incassa subito' },
] as const
type Flag = (typeof flags)[number]['flag']

/** Online payment methods of a condominium, and its removal. */
export function PreferencesTab({ account }: AccountTabProps) {
  return (
    <TabColumn>
      <PayOnline account={account} />
      <RemoveAccount account={account} />
    </TabColumn>
  )
}

function PayOnline({ account }: { account: Account }) {
  const { account_id } = account
  const why = useRefusalReason('accounts:write')
  const { queryKey } = accountQuery(account_id)
  const keep = useMutation({
    mutationFn: (body: Partial<Record<Flag, boolean>>) =>
      api('POST /v1/accounts/update-flags/{id}', { params: { id: account_id }, body }),
    // Optimistic update: shown at once, reverted if the server refuses.
    onMutate: (body) => {
      const before = queries.getQueryData(queryKey)
      if (before) queries.setQueryData(queryKey, { ...before, ...body })
      return before
    },
    onSuccess: (kept) => queries.setQueryData(queryKey, kept),
    onError: (error, _body, before) => {
      if (before) queries.setQueryData(queryKey, before)
      alertToast(errorSentence(error, 'Non l’ho salvato. Riprova fra poco.'), 'danger')
    },
  })
  return (
    <Section title="Come si paga online">
      <p className={styles.note}>
        Quello che spegni non viene più proposto ai residenti. Il bonifico resta sempre; gli addebiti già
        previsti partono lo stesso.
      </p>
      {why && <p className={styles.note}>{why}</p>}
      <ul className={styles.flags}>
        {flags.map(({ flag, label, what }) => (
          <li key={flag}>
            <Switch
              label={label}
              description={what}
              checked={account[flag]}
              disabled={why !== null}
              onChange={(event) => keep.mutate({ [flag]: event.currentTarget.checked })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
