import type { DebitOrderFormat } from '@saldo/contract/payments/debit-runs'
import { isDay } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { nameOfAccount, searchAccounts } from '../../../records/account-reference.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DateField, SelectField } from '../../../ui/form/fields.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { FieldPair, FormSection } from '../../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { formatCountOf, type Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { billWords } from '../debit-words.ts'
import styles from './NewRun.module.css'
import { RunPreview } from './RunPreview.tsx'
import { chosenBills } from './run-choice.ts'

const formats: { value: DebitOrderFormat; label: string }[] = [
  { value: 'pain.008.001.08', label: 'pain.008.001.08 (attuale)' },
  { value: 'pain.008.001.02', label: 'pain.008.001.02 (banche che chiedono il vecchio)' },
]

/** Makes a file of debits for a condominium's bank. What is chosen is in the address, so that nothing is lost. */
export function NewDebitRunPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Query
  const account = useAccount(search.account_id)
  const bill_ids = chosenBills(search)
  const choose = (change: Query) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')
    void navigate({ ...paths.newDebitRun(Object.fromEntries(next)), replace: true })
  }
  const format = formats.find(({ value }) => value === search.format)?.value ?? 'pain.008.001.08'
  return (
    <RecordPage
      list={
        <Link {...paths.debitRuns()} className={links.link}>
          Distinte
        </Link>
      }
      name="Nuova"
      tabTitle="Nuova distinta"
      titled
    >
      <PageTitle
        title="Nuova distinta"
        summary="Chi paga riceve il preavviso appena la crei; alla banca va più tardi, quando la presenti."
      />
      <div className={styles.choice}>
        <FormSection title="Che cosa incassare">
          <FieldPair>
            <ReferenceField
              name="account_id"
              kind="accounts"
              label="Condominio"
              search={searchAccounts}
              value={account}
              error={null}
              onBlur={() => undefined}
              onChange={(chosen) => choose({ account_id: chosen?.value ?? '', bollette: '' })}
            />
            <SelectField
              name="format"
              label="Formato del file"
              options={formats}
              value={format}
              error={null}
              onBlur={() => undefined}
              onChange={(value) => choose({ format: value })}
            />
          </FieldPair>
          <FieldPair>
            <DayField
              name="collect_on"
              label="Giorno di addebito"
              hint="Vuoto: il primo possibile"
              day={search.collect_on}
              onChoose={(collect_on) => choose({ collect_on })}
            />
            <DayField
              name="due_to"
              label="Rate in scadenza fino al"
              hint="Vuoto: fino al giorno di addebito"
              day={search.due_to}
              onChoose={(due_to) => choose({ due_to })}
            />
          </FieldPair>
        </FormSection>
        {bill_ids && account && (
          <p className={styles.dim}>
            Solo {formatCountOf(bill_ids.length, billWords)} che hai scelto in Bollette.{' '}
            <Link {...paths.newDebitRun({ ...search, bollette: '' })} className={links.link}>
              Prendi tutto il condominio
            </Link>
          </p>
        )}
      </div>
      {!account && (
        <p className={styles.dim}>
          Scegli il condominio: vedi subito quali bollette si possono addebitare, quali no e perché.
        </p>
      )}
      {account && bill_ids === undefined && (
        <EmptyState title="Le bollette scelte non sono più qui">
          Le avevi scelte in un’altra finestra. Sceglile di nuovo in Bollette, oppure{' '}
          <Link {...paths.newDebitRun({ account_id: account.value })} className={links.link}>
            prendi tutto il condominio
          </Link>
          .
        </EmptyState>
      )}
      {account && bill_ids !== undefined && (
        <RunPreview
          key={account.value}
          choice={{
            account_id: Number(account.value),
            ...(bill_ids ? { bill_ids } : {}),
            ...(search.due_to ? { due_to: search.due_to } : {}),
            ...(search.collect_on ? { collect_on: search.collect_on } : {}),
            ...(search.avviso === 'studio' ? { told_otherwise: true } : {}),
          }}
          format={format}
          onToldOtherwise={(told) => choose({ avviso: told ? 'studio' : '' })}
        />
      )}
    </RecordPage>
  )
}

/** The condominium from the address, with its name. */
function useAccount(id: string | undefined): Reference | null {
  const named = id !== undefined && /^\d{1,15}$/.test(id)
  const { data } = useQuery({
    queryKey: ['accounts', 'name', id],
    queryFn: () => nameOfAccount(id as string),
    enabled: named,
    retry: false,
  })
  return named ? { value: id, label: data ?? `n. ${id}` } : null
}

/** A day that may be left out; while its text is no day, the address keeps the one before. */
function DayField({
  name,
  label,
  hint,
  day = '',
  onChoose,
}: {
  name: string
  label: string
  hint: string
  day: string | undefined
  onChoose: (day: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && typed !== '' && !isDay(typed)
  return (
    <DateField
      name={name}
      label={label}
      hint={hint}
      required={false}
      value={typed ?? day}
      error={wrong ? 'Scrivi una data, per esempio 15/12/2026.' : null}
      onBlur={() => !wrong && setTyped(null)}
      onChange={(next) => {
        setTyped(next)
        if (next === '' || isDay(next)) onChoose(next)
      }}
    />
  )
}
