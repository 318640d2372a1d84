import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { Account } from '../../records/account-query.ts'
import { meQuery, queries, shownCustomer } from '../../session/queries.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { BankFields, DataFields } from './AccountFields.tsx'
import { NewAccountDone } from './NewAccountDone.tsx'
import styles from './NewAccountPage.module.css'
import { useAccountForm } from './useAccountForm.ts'

const steps = ['Dati', 'Banca', 'Fatto'] as const
type Step = (typeof steps)[number]

/** Creates a condominium: its data, its bank, done. */
export function NewAccountPage() {
  const [made, setMade] = useState<Account | null>(null)
  const [step, setStep] = useState<Step>('Dati')
  return (
    <RecordPage
      list={
        <Link {...paths.accounts()} className={links.link}>
          Condomìni
        </Link>
      }
      name="Nuovo"
      tabTitle="Nuovo condominio"
      titled
    >
      <PageTitle
        title={made ? `${made.name} è fra i tuoi condomìni` : 'Nuovo condominio'}
        summary={made ? undefined : 'Serve solo il nome: il resto lo puoi aggiungere dopo.'}
      />
      <Steps now={made ? 'Fatto' : step} />
      {made ? (
        <NewAccountDone
          account={made}
          onActivated={setMade}
          onAnother={() => {
            setMade(null)
            setStep('Dati')
          }}
        />
      ) : (
        <NewAccountForm step={step} onStep={setStep} onMade={setMade} />
      )}
    </RecordPage>
  )
}

const Steps = ({ now }: { now: Step }) => (
  <ol className={styles.steps} aria-label="Passi">
    {steps.map((step, index) => (
      <li key={step} aria-current={step === now ? 'step' : undefined}>
        {index + 1}. {step}
      </li>
    ))}
  </ol>
)

/** Both steps are one form, so input of one step stays while the other is shown. */
function NewAccountForm({
  step,
  onStep,
  onMade,
}: {
  step: Step
  onStep: (step: Step) => void
  onMade: (account: Account) => void
}) {
  const navigate = useNavigate()
  const { data: user } = useSuspenseQuery(meQuery)
  // Set by the button that skips the second step; Enter goes to it.
  const atOnce = useRef(false)
  const form = useAccountForm({
    onSave: async (body) => {
      const account = await api('PUT /v1/accounts', { body })
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onMade(account)
    },
    goOn: () => {
      const next = step === 'Dati' && !atOnce.current
      if (next) onStep('Banca')
      return next
    },
  })
  const { iban, minimum_payment, ...ofData } = form.errors
  const wrongInData = Object.keys(ofData).length > 0
  const wrongInBank = iban !== undefined || minimum_payment !== undefined
  useEffect(() => {
    if (step === 'Banca' && wrongInData) onStep('Dati')
    if (step === 'Dati' && wrongInBank && !wrongInData) onStep('Banca')
  }, [step, wrongInData, wrongInBank, onStep])
  const first = step === 'Dati'
  return (
    <RecordForm
      form={form}
      save={first ? 'Avanti' : 'Aggiungi il condominio'}
      also={
        first ? (
          <Button
            variant="default"
            size="lg"
            loading={form.busy}
            onClick={async () => {
              atOnce.current = true
              await form.form.onSubmit()
              atOnce.current = false
            }}
          >
            Aggiungi il condominio
          </Button>
        ) : (
          <Button variant="default" size="lg" onClick={() => onStep('Dati')}>
            Indietro
          </Button>
        )
      }
      onCancel={() => void navigate(paths.accounts())}
    >
      {first ? (
        <DataFields form={form} customer_id={shownCustomer(user)} />
      ) : (
        <BankFields form={form} autoFocus />
      )}
    </RecordForm>
  )
}
