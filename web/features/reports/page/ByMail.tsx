import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { searchAccounts } from '../../../records/account-reference.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import rows from '../../../ui/layout/RowList.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from '../Reports.module.css'

const queryKey = ['report-subscriptions']
const untouched = { onBlur: () => {}, error: null }
const whenOf = { week: 'Ogni lunedì alle 7', month: 'Il primo del mese alle 7' } as const

/** The reports that the user gets by mail: add one, stop one. */
export function ByMail() {
  const client = useQueryClient()
  const { data, ...query } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /v1/reports/subscriptions', { signal }),
  })
  const [every, setEvery] = useState<'week' | 'month'>('week')
  const [account, setAccount] = useState<Reference | null>(null)
  const [busy, setBusy] = useState(false)
  const act = async (work: Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work
      alertToast(done, 'success')
      await client.invalidateQueries({ queryKey })
    } catch (error) {
      alertToast(errorSentence(error, 'Non ho cambiato niente. Riprova fra poco.'), 'danger')
    }
    setBusy(false)
  }
  return (
    <div data-print="away">
      <Section title="Per e-mail">
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare i report che ricevi"
            onRetry={() => void query.refetch()}
          />
        )}
        {data && data.length > 0 && (
          <ul className={rows.list} aria-label="Report per e-mail">
            {data.map(({ subscription_id: id, every, account_name }) => (
              <li key={id}>
                {`${whenOf[every]}, ${account_name ?? 'tutti i condomìni'}`}
                <LinkButton
                  aria-label={`Ferma: ${whenOf[every]}, ${account_name ?? 'tutti i condomìni'}`}
                  onClick={() =>
                    void act(
                      api('DELETE /v1/reports/subscriptions/{id}', { params: { id } }),
                      'Non ti arriverà più.',
                    )
                  }
                >
                  Ferma
                </LinkButton>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.monthEnd}>
          <SelectField
            {...untouched}
            name="every"
            label="Quando"
            value={every}
            options={[
              { value: 'week', label: whenOf.week },
              { value: 'month', label: whenOf.month },
            ]}
            onChange={(value) => setEvery(value === 'month' ? 'month' : 'week')}
          />
          <IfPermitted permission="accounts:read">
            <ReferenceField
              {...untouched}
              kind="accounts"
              name="mailed_account"
              label="Condominio"
              placeholder="Tutti i condomìni"
              search={searchAccounts}
              value={account}
              onChange={setAccount}
            />
          </IfPermitted>
          <Button
            variant="default"
            loading={busy}
            onClick={() =>
              void act(
                api('POST /v1/reports/subscriptions', {
                  body: { every, account_id: account ? Number(account.value) : null },
                }),
                'Ti arriverà per e-mail.',
              )
            }
          >
            Ricevi il report
          </Button>
        </div>
        <p className={styles.note}>
          Arrivano le somme principali, senza nomi di persone, e il link a questa pagina.
        </p>
      </Section>
    </div>
  )
}
