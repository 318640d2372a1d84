import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { LeaveUnsaved } from '../../session/customer/LeaveUnsaved.tsx'
import { useChangeCustomer } from '../../session/customer/useChangeCustomer.ts'
import { meQuery } from '../../session/queries.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import rows from '../../ui/layout/RowList.module.css'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import { ActivationChecks } from './ActivationChecks.tsx'
import { activationQuery, take } from './activation-acts.ts'
import { type Activation, dueLine } from './activation-words.ts'
import { customerStates } from './customer-states.ts'
import type { Customer } from './customers-query.ts'

const ActivateDialog = lazyWithRetry(() => import('./ActivateDialog.tsx'))
const AskForMissingDialog = lazyWithRetry(() => import('./AskForMissingDialog.tsx'))

/** Activation state of a customer: the check list, who looks at it, by when; and the actions: activate, ask, look at it. */
export function CustomerActivation({ customer }: { customer: Customer }) {
  const [dialog, open] = useState<'activate' | 'ask' | null>(null)
  const changing = useChangeCustomer()
  const { customer_id, state } = customer
  const query = useQuery({ ...activationQuery(customer_id), enabled: state === '0' })
  const activation = state === '0' ? (query.data ?? null) : null
  const wanting = activation && lackingData(activation)
  const whyNot = wanting ? 'Prima completa i dati dello studio.' : null
  useAskedAct('attiva', () => open(state === '0' ? 'activate' : null))
  // A link asks for it before the check list is there.
  useEffect(() => {
    if (dialog !== 'activate' || !whyNot) return
    open(null)
    alertToast(whyNot, 'danger')
  }, [dialog, whyNot])
  return (
    <div className={rows.stack}>
      <StateLabel state={customerStates[state]} tinted />
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare che cosa manca"
          onRetry={() => void query.refetch()}
        />
      )}
      {activation && (
        <>
          <ActivationChecks checks={activation.checks} />
          {wanting && (
            <Link {...paths.editCustomer(customer_id)} className={links.link}>
              Completa i dati
            </Link>
          )}
          {activation.checks.some((check) => check.state === 'to_check') && (
            <Link {...paths.documentChecks({ customer_id: String(customer_id) })} className={links.link}>
              Verifica i documenti
            </Link>
          )}
          <Turn activation={activation} />
        </>
      )}
      <div className={rows.actions}>
        {activation && (
          <>
            <ReasonedButton why={whyNot} onClick={() => open('activate')}>
              Attiva
            </ReasonedButton>
            <Button variant="default" onClick={() => open('ask')}>
              Chiedi quello che manca
            </Button>
          </>
        )}
        <Button
          variant="default"
          loading={changing.busy !== null}
          onClick={() => changing.change(customer_id)}
        >
          Guarda i dati di questo cliente
        </Button>
      </div>
      <Suspense fallback={null}>
        {activation && dialog === 'activate' && !whyNot && (
          <ActivateDialog customer={customer} activation={activation} onClose={() => open(null)} />
        )}
        {activation && dialog === 'ask' && (
          <AskForMissingDialog activation={activation} onClose={() => open(null)} />
        )}
      </Suspense>
      {changing.asked && (
        <LeaveUnsaved onGo={() => void changing.go(changing.asked?.id ?? null)} onStay={changing.stay} />
      )}
    </div>
  )
}

/** Without its data nobody is activated: an invoice could not be written. */
const lackingData = ({ checks }: Activation) => checks.some(({ fields }) => Object.keys(fields).length > 0)

/** Who looks at it, by when, and what the office was asked for. */
function Turn({ activation }: { activation: Activation }) {
  const { data: me } = useQuery(meQuery)
  const { taken_by, taken_by_name, asked_text, waits_for } = activation
  const mine = taken_by !== null && taken_by === me?.user_id
  return (
    <>
      <p className={rows.dim}>
        {waits_for === 'office' ? dueLine(activation) : `Rispondi entro il ${dueLine(activation)}`}.{' '}
        {mine
          ? 'Te ne occupi tu.'
          : taken_by_name
            ? `Se ne occupa ${taken_by_name}.`
            : 'Non se ne occupa nessuno.'}{' '}
        {!mine && <LinkButton onClick={() => void take(activation)}>Me ne occupo io</LinkButton>}
      </p>
      {asked_text !== null && (
        <p className={rows.dim} style={{ whiteSpace: 'pre-line' }}>
          Già chiesto: {asked_text}
        </p>
      )}
    </>
  )
}
