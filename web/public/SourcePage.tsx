import type { SourceLink } from '@saldo/contract/payments/sources'
import { formatDateTime } from '@saldo/domain/dates'
import { cardBrandLabels } from '@saldo/domain/payments/payment-method'
import { useState } from 'react'
import { mandateStates } from '../ui/data/states.ts'
import { Heading, takeStep } from './layout/Heading.tsx'
import { LoadFailure } from './layout/LoadFailure.tsx'
import css from './layout/Page.module.css'
import { Page, StatusLine } from './layout/Page.tsx'
import { PageSkeleton } from './layout/PageSkeleton.tsx'
import { Title } from './layout/Title.tsx'
import { linkApi } from './link-api.ts'
import { loaders } from './loaders.ts'
import { SourceForm } from './SourceForm.tsx'
import { useLoaded } from './useLoaded.ts'

/** `#/metodo/{token}`: saves a card or an account; the link works once. */
export default function SourcePage({ token }: { token: string }) {
  const { answer: link, error, ask: again } = useLoaded(() => loaders.source(token))
  const [shown, setShown] = useState<string | null>(null)
  if (!link) return error ? <LoadFailure error={error} again={again} /> : <PageSkeleton />
  const what = link.type === 'card' ? 'la tua carta' : 'il conto per gli addebiti'
  return (
    <Page asker={link.asker}>
      <Title>{`Salva ${what} · Saldo`}</Title>
      {shown || link.state === 'saved' ? (
        <Saved method={shown ?? nameOf(link)} />
      ) : link.state === 'pending' ? (
        <Pending link={link} again={again} />
      ) : (
        <>
          <p className={css.dim}>{link.asker.business_name} chiede</p>
          <Heading>Salva {what}</Heading>
          <p className={css.after}>
            Le prossime bollette di {link.name} si potranno addebitare qui, e prima di ogni addebito ti arriva
            un avviso. Il link vale fino al {formatDateTime(link.expires_at).replace(' ', ' alle ')}.
          </p>
          <div className={css.next}>
            <SourceForm
              type={link.type}
              online={link}
              mandate_text={link.mandate_text}
              email={link.email}
              save={(body, idempotencyKey) =>
                linkApi('POST /v1/stripe/save_source/{token?}', token, { body, idempotencyKey })
              }
              saved={(source) => {
                takeStep()
                if (source.state === 'active') setShown(nameOf(source))
                else void again()
              }}
            />
          </div>
        </>
      )}
    </Page>
  )
}

const nameOf = ({ brand, last4 }: { brand: SourceLink['brand']; last4: string | null }) =>
  `${cardBrandLabels[brand ?? 'credit-card']} •••• ${last4 ?? ''}`

function Saved({ method }: { method: string }) {
  return (
    <>
      <StatusLine state={{ ...mandateStates.active, word: 'Salvato' }} large />
      <Heading>Fatto. Non devi altro.</Heading>
      <p className={css.after}>
        {method} è pronto per le prossime bollette. Prima di ogni addebito ricevi un avviso per e-mail.
      </p>
    </>
  )
}

function Pending({ link, again }: { link: SourceLink; again: () => void }) {
  return (
    <>
      <StatusLine state={{ ...mandateStates.to_sign, word: 'Da confermare' }} large />
      <Heading>Manca la conferma della tua banca</Heading>
      <p className={css.after}>
        {link.next_action
          ? 'Confermala nella pagina della banca, poi torna qui.'
          : 'La stiamo aspettando. Di solito ci vuole meno di un minuto.'}
      </p>
      {link.next_action && (
        <a className={css.button} href={link.next_action.redirect_url}>
          Conferma con la banca
        </a>
      )}
      <button type="button" className={link.next_action ? css.link : css.button} onClick={again}>
        Guarda se è arrivata
      </button>
    </>
  )
}
