import { formatDateTime, formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf, type Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { AccountsOfDay } from './AccountsOfDay.tsx'
import styles from './Day.module.css'
import { ItemsOfDay } from './ItemsOfDay.tsx'
import { booksAgree, dayState } from './item-states.ts'
import { type DaySums, dayQuery } from './reconciliation-query.ts'
import { itemWords, movementWords } from './reconciliation-words.ts'
import { TwoBooks } from './TwoBooks.tsx'

/** One day: the three books, the differences, and the condominiums. */
export function DayBooks({ day, back }: { day: string; back: { to: '/quadratura'; search: Query } }) {
  const { data: sums, ...query } = useQuery(dayQuery(day))
  return (
    <article aria-label={formatLongDate(day)}>
      <Link {...back} className={`${links.link} ${styles.back}`} data-print="away">
        Tutti i giorni
      </Link>
      {query.isPending && (
        <Loading what="il giorno">
          <Bar width={240} height={28} />
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo giorno non c’è"
          what="Non riesco a mostrare il giorno"
          onRetry={() => void query.refetch()}
        />
      )}
      {sums && !query.isError && (
        <>
          <header className={styles.dayHead}>
            <h2>{formatLongDate(day)}</h2>
            <StateLabel state={dayState(sums)} tinted />
          </header>
          <Books sums={sums} />
          <p className={styles.checked}>
            {sums.matched
              ? `${formatCountOf(sums.movements, movementWords)} del provider, confrontati il ${formatDateTime(sums.checked_at)}`
              : 'Questo giorno non è ancora stato confrontato.'}
          </p>
          <ItemsOfDay day={day} />
          <Section title="Per condominio" level={3}>
            <AccountsOfDay day={day} />
          </Section>
        </>
      )}
    </article>
  )
}

function Books({ sums }: { sums: DaySums }) {
  const closed = sums.open_items === 0
  return (
    <div className={styles.books} data-closed={closed || undefined}>
      <dl>
        <div>
          <dt>Provider</dt>
          <dd>{formatEuro(sums.provider_amount)}</dd>
        </div>
        <div>
          <dt>Pagamenti</dt>
          <dd>{formatEuro(sums.our_amount)}</dd>
        </div>
        <div>
          <dt>Scritture</dt>
          <dd>{formatEuro(sums.ledger_amount)}</dd>
        </div>
        <div>
          <dt>Commissioni</dt>
          <dd>
            {formatEuro(sums.provider_fee)}
            {sums.ledger_fee !== sums.provider_fee && (
              <small> di cui scritte {formatEuro(sums.ledger_fee)}</small>
            )}
          </dd>
        </div>
      </dl>
      <TwoBooks provider={sums.provider_amount} ours={sums.our_amount} closed={booksAgree(sums)} />
      <p className={styles.unexplained}>
        <span>{closed ? 'Da spiegare' : formatCountOf(sums.open_items, itemWords)}</span>
        <span data-danger={!closed || undefined}>
          <Amount cents={sums.unexplained} total={closed ? 'closed' : 'open'} />
        </span>
      </p>
    </div>
  )
}
