import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import links from '../../ui/layout/Links.module.css'
import { Crumbs } from '../../ui/layout/RecordPage.tsx'
import styles from './PayoutPage.module.css'
import { payoutLinesList } from './payout-lines-list.tsx'
import { type PayoutDetail, payoutQuery } from './payout-query.ts'
import { payoutStates } from './payout-states.ts'
import { matchOf } from './payouts-list.tsx'

const back = (
  <Link {...paths.payouts()} className={links.link}>
    Accrediti
  </Link>
)

/** A payout: its share for each condominium, and its payments, refunds and fees. */
export function PayoutPage() {
  const id = Number(useParams({ strict: false }).id)
  const payout = useQuery(payoutQuery(id))
  if (payout.data) return <Held key={id} payout={payout.data} />
  return (
    <LoadedRecord
      query={payout}
      the="l’accredito"
      missing="Questo accredito non c’è"
      list={back}
      name="Accredito"
      tabTitle="Accredito"
    >
      {() => null}
    </LoadedRecord>
  )
}

function Held({ payout }: { payout: PayoutDetail }) {
  const navigate = useNavigate()
  const { payout_id, arrives_on, amount } = payout
  const list = useMemo(() => payoutLinesList(payout_id), [payout_id])
  const title = `Accredito del ${formatDate(arrives_on)}, ${formatEuro(amount)}`
  return (
    <>
      <title>{`${title} · Saldo`}</title>
      <DataGrid
        list={list}
        title={title}
        above={<Crumbs list={back} name={title} />}
        views={<Head payout={payout} />}
        empty={<EmptyState title="Nessun movimento">Il provider non dice che cosa contiene.</EmptyState>}
        onOpen={({ payment_id }) => payment_id && void navigate(paths.paymentPage(payment_id))}
      />
    </>
  )
}

function Head({ payout }: { payout: PayoutDetail }) {
  const { state, failure_code, explained, unmatched, made_on, provider_object, destination, accounts } =
    payout
  return (
    <div className={styles.head}>
      <dl className={styles.facts}>
        <Fact name="Stato">
          <StateLabel state={payoutStates[state]} />
          <StateLabel state={matchOf(payout)} />
        </Fact>
        <Fact name="Disposto il">{formatDate(made_on)}</Fact>
        <Fact name="Da">
          {destination ? `account incassi ${destination}` : 'conto di Saldo presso il provider'}
        </Fact>
        <Fact name="Identificativo">
          {provider_object} <CopyButton text={provider_object} what="l’identificativo" />
        </Fact>
      </dl>
      {failure_code && (
        <p className={styles.note}>
          La banca l’ha rifiutato ({failure_code}): il denaro è di nuovo presso il provider.
        </p>
      )}
      {!explained && <p className={styles.note}>{whyNot(unmatched)}</p>}
      <ul className={styles.accounts} aria-label="Condomìni">
        {accounts.map(({ account_id, account_name, net }) => (
          <li key={account_id ?? 'none'}>
            {account_id ? (
              <Link {...paths.register(account_id)} className={links.name}>
                {account_name}
              </Link>
            ) : (
              'Non attribuito'
            )}
            <Amount cents={net} size="strong" />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const whyNot = (unmatched: number) =>
  unmatched === 0
    ? 'Contiene movimenti che non riguardano il tuo studio e non sono ancora riconosciuti: lo registro quando lo saranno. Non devi fare nulla.'
    : `${formatEuro(unmatched)} non corrispondono a pagamenti conosciuti: finché è così l’accredito non è registrato. Lo rileggo ogni notte; se hai incassato qualcosa fuori da Saldo, verificalo nella quadratura.`
