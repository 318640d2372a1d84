import { yearFrom } from '@saldo/domain/bills/year-of-accounts'
import { isDay } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { accountQuery } from '../../records/account-query.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import type { Budget } from '../../records/budget-query.ts'
import { queries } from '../../session/queries.ts'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import * as check from '../../ui/form/checks.ts'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import type { Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { budgetsOfAccountQuery, showBudget } from './budget-acts.ts'
import { budgetName, changeOf, proposedBudget } from './new-budget.ts'

/** `?account_id=7` preselects a condominium, `?copia=3` the budget to copy. */
export function NewBudgetPage() {
  const search = useSearch({ strict: false }) as Query
  const account_id = Number(search.account_id) || null
  const account = useQuery({ ...accountQuery(account_id ?? 0), enabled: account_id !== null })
  const budgets = useQuery({ ...budgetsOfAccountQuery(account_id ?? 0), enabled: account_id !== null })
  const known = account.data ? { value: String(account.data.account_id), label: account.data.name } : null
  const loading = account_id !== null && (account.isLoading || budgets.isLoading)
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
      {loading ? (
        <Loading what="il condominio">
          <TextSkeleton lines={4} />
        </Loading>
      ) : (
        <BudgetForm known={known} budgets={budgets.data?.items ?? []} copied={search.copia} />
      )}
    </RecordPage>
  )
}

type Values = {
  account_id: Reference | null
  starts_on: string
  ends_on: string
  name: string
  /** The id of the budget to copy; '' for none. */
  copied: string
  change_bps: string
}

function BudgetForm({
  known,
  budgets,
  copied,
}: {
  known: Reference | null
  budgets: Budget[]
  copied: string | undefined
}) {
  const navigate = useNavigate()
  const [choices, setChoices] = useState(budgets)
  const form = useForm<Values>({
    initial: {
      account_id: known,
      ...proposedBudget(budgets),
      ...(copied ? { copied } : {}),
      change_bps: '0',
    },
    draft: 'budget-new',
    checks: {
      account_id: (value) => (value ? null : 'Scegli il condominio.'),
      starts_on: check.all(check.required('Manca la data.'), check.date),
      ends_on: check.all(check.required('Manca la data.'), check.date),
      name: check.required('Scrivi come si chiama, per esempio Preventivo 2027.'),
      change_bps: (value, { copied }) =>
        copied && changeOf(value) === null
          ? 'Scrivi una percentuale: 3,5 per aumentare, -2 per diminuire.'
          : null,
    },
    submit: async ({ account_id, copied, change_bps, ...body }) => {
      const budget = copied
        ? await api('POST /v1/budgets/copy/{id}', {
            params: { id: Number(copied) },
            body: { ...body, change_bps: changeOf(change_bps) ?? 0 },
          })
        : await api('PUT /v1/budgets', { body: { account_id: Number(account_id?.value), ...body } })
      await showBudget(budget)
      await navigate(paths.budget(budget.budget_id))
    },
  })
  // The end follows the beginning and the name follows both, until somebody writes them.
  const written = useRef({ year: form.resumed, end: form.resumed, name: form.resumed })
  function nameAfter(starts_on: string, ends_on: string) {
    if (!written.current.name && isDay(starts_on) && isDay(ends_on))
      form.field('name').onChange(budgetName({ starts_on, ends_on }))
  }
  function begin(starts_on: string) {
    written.current.year = true
    form.field('starts_on').onChange(starts_on)
    const { ends_on } = isDay(starts_on) && !written.current.end ? yearFrom(starts_on) : form.values
    form.field('ends_on').onChange(ends_on)
    nameAfter(starts_on, ends_on)
  }
  function end(ends_on: string) {
    written.current.year = written.current.end = true
    form.field('ends_on').onChange(ends_on)
    nameAfter(form.values.starts_on, ends_on)
  }
  /** What is usual for the condominium that was chosen; what was written meanwhile stays. */
  async function propose(account: Reference | null) {
    form.field('account_id').onChange(account)
    const { items } = account
      ? await queries.fetchQuery(budgetsOfAccountQuery(Number(account.value)))
      : { items: [] }
    setChoices(items)
    const { copied, starts_on, ends_on, name } = proposedBudget(items)
    form.field('copied').onChange(copied)
    if (written.current.year) return
    form.field('starts_on').onChange(starts_on)
    form.field('ends_on').onChange(ends_on)
    if (!written.current.name) form.field('name').onChange(name)
  }
  return (
    <RecordForm form={form} save="Continua con le voci" onCancel={() => void navigate(paths.budgets())}>
      <FormSection title="Preventivo">
        <ReferenceField
          {...form.field('account_id')}
          onChange={(account) => void propose(account)}
          kind="accounts"
          label="Condominio"
          search={searchAccounts}
        />
        <FieldPair>
          <DateField {...form.field('starts_on')} onChange={begin} label="Esercizio dal" />
          <DateField {...form.field('ends_on')} onChange={end} label="al" />
        </FieldPair>
        <TextField
          {...form.field('name')}
          onChange={(name) => {
            written.current.name = true
            form.field('name').onChange(name)
          }}
          label="Nome"
          hint="Si legge su ogni bolletta"
          maxLength={120}
          autoComplete="off"
        />
      </FormSection>
      {choices.length > 0 && (
        <FormSection title="Voci di spesa">
          <SelectField
            {...form.field('copied')}
            required={false}
            label="Copia le voci da"
            hint="Con criteri, scadenze e importi; vuoto: si comincia da zero"
            options={choices.map(({ budget_id, name, amount }) => ({
              value: String(budget_id),
              label: `${name}, ${formatEuro(amount)}`,
            }))}
          />
          {form.values.copied !== '' && (
            <TextField
              {...form.field('change_bps')}
              label="Variazione degli importi, in percentuale"
              hint="3,5 per aumentarli, -2 per diminuirli; poi si cambiano uno per uno"
              maxLength={8}
              autoComplete="off"
            />
          )}
        </FormSection>
      )}
    </RecordForm>
  )
}
