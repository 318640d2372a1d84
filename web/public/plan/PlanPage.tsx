import type { PublicPlan } from '@saldo/contract/bills/plans'
import { formatDate, formatDateTime, formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useState } from 'react'
import { planStates } from '../../ui/data/states.ts'
import { Heading } from '../layout/Heading.tsx'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import css from '../layout/Page.module.css'
import { Page, StatusLine } from '../layout/Page.tsx'
import { PageSkeleton } from '../layout/PageSkeleton.tsx'
import { Title } from '../layout/Title.tsx'
import { loaders } from '../loaders.ts'
import { billHash } from '../public-page.ts'
import { useLoaded } from '../useLoaded.ts'
import { AcceptPlan } from './AcceptPlan.tsx'
import plan from './Plan.module.css'

/** `#/piano/{token}`: an instalment plan proposed for the bill of the link, to read and accept. */
export default function PlanPage({ token }: { token: string }) {
  const { answer, error, ask: again } = useLoaded(() => loaders.plan(token))
  const [accepted, setAccepted] = useState<PublicPlan | null>(null)
  const shown = accepted ?? answer
  if (!shown) return error ? <LoadFailure error={error} again={again} /> : <PageSkeleton />
  return (
    <Page asker={shown.asker}>
      <Title>{`Piano di rientro · ${shown.asker.account_name}`}</Title>
      {shown.state !== 'proposed' && <StatusLine state={planStates[shown.state]} large />}
      <p className={css.dim}>{shown.asker.account_name}</p>
      <Heading>{titles[shown.state](shown)}</Heading>
      <p className={css.after}>{sentences[shown.state](shown)}</p>
      <div className={css.next}>
        <h2>Le rate</h2>
        <ol className={plan.rates}>
          {shown.rates.map(({ position, due_date, amount }) => (
            <li key={position}>
              <span>{formatDate(due_date)}</span>
              <strong>{formatEuro(amount)}</strong>
            </li>
          ))}
        </ol>
      </div>
      {shown.note && <p className={`${css.after} ${plan.lines}`}>{shown.note}</p>}
      <div className={css.next}>
        <h2>{shown.accepted_at ? 'Che cosa hai accettato' : 'Che cosa accetti'}</h2>
        <p className={`${css.small} ${plan.lines}`}>{shown.agreement}</p>
      </div>
      {shown.state === 'proposed' ? (
        <AcceptPlan token={token} plan={shown} accepted={setAccepted} />
      ) : (
        <a className={css.button} href={billHash(token)}>
          Guarda la bolletta
        </a>
      )}
    </Page>
  )
}

type Said = Record<PublicPlan['state'], (of: PublicPlan) => string>

const titles: Said = {
  proposed: ({ amount, rates }) =>
    `${formatEuro(amount)} ${rates.length === 1 ? 'in un’unica rata' : `in ${rates.length} rate`}`,
  active: () => 'Il piano è in corso',
  done: () => 'Hai pagato tutto. Grazie.',
  lapsed: () => 'Il piano è decaduto',
  expired: () => 'La proposta è scaduta',
  withdrawn: () => 'Il piano è stato ritirato',
}
const sentences: Said = {
  proposed: ({ asker, expires_on }) =>
    `${asker.business_name} ti propone di pagare così quello che devi. Puoi accettare fino a ${formatLongDate(expires_on)}.`,
  active: ({ accepted_at }) =>
    `L’hai accettato il ${formatDateTime(accepted_at ?? '').slice(0, 10)}. Paga ogni rata entro il suo giorno: finché lo fai non partono solleciti.`,
  done: () => 'Le rate sono state pagate tutte.',
  lapsed: () =>
    'Una rata non è stata pagata in tempo: quello che manca è di nuovo dovuto alle scadenze di prima.',
  expired: () =>
    'Nessuno l’ha accettata in tempo. Se ti serve ancora, chiedine un’altra al tuo amministratore.',
  withdrawn: () => 'Non vale più. Per qualsiasi dubbio scrivi al tuo amministratore.',
}
