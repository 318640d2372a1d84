import type { DebitOrderFormat } from '@saldo/contract/payments/debit-runs'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { useAccountInAddress } from '../../../records/account-in-address.ts'
import { searchAccounts } from '../../../records/account-reference.ts'
import styles from '../../../records/choose-bills/Choice.module.css'
import { chosenBills } from '../../../records/choose-bills/chosen-bills.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { OptionalDayField } from '../../../ui/form/OptionalDayField.tsx'
import { FieldPair, FormSection } from '../../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { formatCountOf, type Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { billWords } from '../debit-words.ts'
import { RunPreview } from './RunPreview.tsx'

const formats: { value: DebitOrderFormat; label: string }[] = [
  { value: 'pain.008.001.08', label: 'pain.008.001.08 (attuale)' },
  { value: 'pain.008.001.02', label: 'pain.008.001.02 (banche che chiedono il vecchio)' },
]

/** Makes a file of debits for a condominium's bank. What is chosen is in the address, so that nothing is lost. */
export function NewDebitRunPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Query
  const account = useAccountInAddress(search.account_id)
  const bill_ids = chosenBills('debit-run', search)
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
            <OptionalDayField
              name="collect_on"
              label="Giorno di addebito"
              hint="Vuoto: il primo possibile"
              day={search.collect_on}
              onChoose={(collect_on) => choose({ collect_on })}
            />
            <OptionalDayField
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
