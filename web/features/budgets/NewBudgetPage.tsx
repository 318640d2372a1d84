import { today } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { accountQuery } from '../../records/account-query.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import * as check from '../../ui/form/checks.ts'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { type Reference, ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import type { Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { showBudget } from './budget-acts.ts'

/** `?account_id=7` preselects a condominium. */
export function NewBudgetPage() {
  const account_id = Number((useSearch({ strict: false }) as Query).account_id) || null
  const account = useQuery({ ...accountQuery(account_id ?? 0), enabled: account_id !== null })
  const known = account.data ? { value: String(account.data.account_id), label: account.data.name } : null
  return (
    <RecordPage
      list={
        <Link {...paths.budgets()} className={links.link}>
          Preventivi
        </Link>
      }
      name="Nuovo"
      tabTitle="Nuovo preventivo"
      titled
    >
      <PageTitle
        title="Nuovo preventivo"
        summary="Poi le voci, le rate e l’anteprima: si emette solo alla fine."
      />
      {!(account.isLoading && account_id) && <BudgetForm known={known} />}
    </RecordPage>
  )
}

type Values = { account_id: Reference | null; year: string; name: string }

function BudgetForm({ known }: { known: Reference | null }) {
  const navigate = useNavigate()
  const year = today().slice(0, 4)
  const form = useForm<Values>({
    initial: { account_id: known, year, name: `Preventivo ${year}` },
    draft: 'budget-new',
    checks: {
      account_id: (value) => (value ? null : 'Scegli il condominio.'),
      year: (value) => (/^(19|2[01])\d\d$/.test(value.trim()) ? null : 'Scrivi l’anno, per esempio 2027.'),
      name: check.required('Scrivi come si chiama, per esempio Preventivo 2027.'),
    },
    submit: async ({ account_id, year, name }) => {
      const budget = await api('PUT /v1/budgets', {
        body: { account_id: Number(account_id?.value), year: Number(year), name },
      })
      await showBudget(budget)
      await navigate(paths.budget(budget.budget_id))
    },
  })
  return (
    <RecordForm form={form} save="Continua con le voci" onCancel={() => void navigate(paths.budgets())}>
      <FormSection title="Preventivo">
        <ReferenceField
          {...form.field('account_id')}
          kind="accounts"
          label="Condominio"
          search={searchAccounts}
        />
        <FieldPair>
          <TextField
            {...form.field('year')}
            label="Anno"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
          />
          <TextField
            {...form.field('name')}
            label="Nome"
            hint="Si legge su ogni bolletta"
            maxLength={120}
            autoComplete="off"
          />
        </FieldPair>
      </FormSection>
    </RecordForm>
  )
}
