import type { PublicMandate } from '@saldo/contract/payments/mandates'
import { formatDate } from '@saldo/domain/dates'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { useState } from 'react'
import { mandateStates } from '../../ui/data/states.ts'
import { Heading } from '../layout/Heading.tsx'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import css from '../layout/Page.module.css'
import { Page, StatusLine } from '../layout/Page.tsx'
import { PageSkeleton } from '../layout/PageSkeleton.tsx'
import { Title } from '../layout/Title.tsx'
import { loaders } from '../loaders.ts'
import { billHash } from '../public-page.ts'
import { useLoaded } from '../useLoaded.ts'
import styles from './Mandate.module.css'
import { SignMandate } from './SignMandate.tsx'

/** `#/mandato/{token}`: a mandate for debits, to read and sign with a code; afterwards what was signed. */
export default function MandatePage({ token }: { token: string }) {
  const { answer, error, ask: again } = useLoaded(() => loaders.mandate(token))
  const [signed, setSigned] = useState<PublicMandate | null>(null)
  const mandate = signed ?? answer
  if (!mandate) return error ? <LoadFailure error={error} again={again} /> : <PageSkeleton />
  const { state, account_name } = mandate
  return (
    <Page asker={mandate.asker} by="Richiesta inviata con Saldo">
      <Title>{`Mandato di addebito · ${account_name}`}</Title>
      {state === 'draft' ? (
        <ToSign mandate={mandate} />
      ) : (
        <>
          <StatusLine state={mandateStates[state]} large />
          <Heading>{titles[state]}</Heading>
          <p className={css.after}>{sentences[state](mandate)}</p>
        </>
      )}
      <dl className={styles.facts}>
        {facts(mandate).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details className={styles.text} open={state === 'draft'}>
        <summary>{state === 'draft' ? 'Che cosa firmi' : 'Che cosa hai firmato'}</summary>
        <p>{mandate.text}</p>
      </details>
      {state === 'draft' ? (
        <SignMandate token={token} mandate={mandate} signed={setSigned} />
      ) : (
        <a className={css.button} data-second href={billHash(token)}>
          Guarda la bolletta
        </a>
      )}
    </Page>
  )
}

/** Who asks, what it allows, and how one gets out of it. */
const ToSign = ({ mandate: { asker, account_name, subject_nominative } }: { mandate: PublicMandate }) => (
  <>
    <p className={css.dim}>
      {asker.business_name} chiede a {subject_nominative}
    </p>
    <Heading>Addebita le bollette di {account_name} sul tuo conto</Heading>
    <ul className={styles.promises}>
      <li>
        Prima di ogni addebito ricevi un’e-mail con importo e giorno, almeno {agreedNoticeDays} giorni prima.
      </li>
      <li>Puoi chiedere il rimborso alla tua banca entro 8 settimane, senza dare motivi.</li>
      <li>Puoi revocarlo quando vuoi: basta scriverlo all’amministratore o alla tua banca.</li>
      <li>Adesso non si paga nulla.</li>
    </ul>
  </>
)

const facts = ({ account_name, creditor_id, umr, iban, signed_on }: PublicMandate): [string, string][] => [
  ['Chi incassa', account_name],
  ['Identificativo del creditore', creditor_id],
  ['Riferimento del mandato', umr],
  ...(iban ? ([['Conto', iban]] as [string, string][]) : []),
  ...(signed_on ? ([['Firmato il', formatDate(signed_on)]] as [string, string][]) : []),
]

type Ended = Exclude<PublicMandate['state'], 'draft'>

const titles: Record<Ended, string> = {
  active: 'Fatto. Il mandato è attivo.',
  suspended: 'Il mandato è sospeso',
  revoked: 'Questo mandato non vale più',
  expired: 'Questo mandato non vale più',
}
const sentences: Record<Ended, (mandate: PublicMandate) => string> = {
  active: ({ account_name }) =>
    `Le prossime bollette di ${account_name} si addebitano sul tuo conto. Prima di ogni addebito ricevi un’e-mail con importo e giorno.`,
  suspended: () => 'Per ora non si addebita nulla. Se non sai perché, scrivi al tuo amministratore.',
  revoked: () => 'È stato revocato: sul tuo conto non si addebita più nulla con questo mandato.',
  expired: () => 'Per 36 mesi non è stato usato: sul tuo conto non si addebita più nulla con questo mandato.',
}
