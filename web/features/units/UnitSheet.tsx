import { formatDate } from '@saldo/domain/dates'
import { weightText } from '@saldo/domain/registry/unit'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { billStates } from '../../ui/data/states.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { Register, RightHolder, Unit } from './register-query.ts'
import styles from './Units.module.css'
import { rightLine, unitLine } from './unit-words.ts'

/** All about a unit: its people, also those of before, its weights, its open bills, its cadastral data. */
export function UnitSheet({
  unit,
  tables,
  onRight,
  onClose,
}: {
  unit: Unit
  tables: Register['tables']
  onRight: (right: RightHolder) => void
  onClose: () => void
}) {
  const mayWrite = usePermission('accounts:write')
  const mayReadBills = usePermission('bills:read')
  const { cadastral_sheet, cadastral_parcel, cadastral_subunit, cadastral_category, notes } = unit
  return (
    <Dialog opened title={unit.name} onClose={onClose} size={620}>
      <div className={styles.sheet}>
        <p className={styles.dim}>{unitLine(unit)}</p>
        <Section title="Persone" level={3}>
          {unit.holders.length === 0 && <p className={styles.note}>Nessuna persona.</p>}
          <ul className={styles.holders}>
            {unit.holders.map((right) => (
              <li key={right.right_holder_id} data-past={right.until !== null || undefined}>
                {mayWrite ? (
                  <LinkButton
                    aria-label={`Modifica ${rightLine(right)}: ${right.nominative}`}
                    onClick={() => onRight(right)}
                  >
                    {right.nominative}
                  </LinkButton>
                ) : (
                  right.nominative
                )}
                <span className={styles.dim}>{rightLine(right)}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section
          title="Millesimi"
          level={3}
          action={
            <Link {...paths.weightsOfUnit(unit.account_id, unit.unit_id)} className={links.link}>
              {mayWrite ? 'Modifica' : 'Vedi le tabelle'}
            </Link>
          }
        >
          {tables.length === 0 ? (
            <p className={styles.note}>Il condominio non ha ancora una tabella.</p>
          ) : (
            <Facts
              rows={tables.map(({ name, weights }) => [
                name,
                weightText(weights[unit.unit_id]) || <span className={styles.note}>mancano</span>,
              ])}
            />
          )}
        </Section>
        {mayReadBills && <OpenBills unit={unit} />}
        {(cadastral_sheet || cadastral_parcel || cadastral_subunit || cadastral_category || notes) && (
          <Section title="Catasto e note" level={3}>
            <Facts
              rows={[
                ['Foglio', cadastral_sheet],
                ['Particella', cadastral_parcel],
                ['Subalterno', cadastral_subunit],
                ['Categoria', cadastral_category],
                ['Note', notes],
              ]}
            />
          </Section>
        )}
      </div>
    </Dialog>
  )
}

/** The bills of the unit that still ask for money, the oldest first. */
function OpenBills({ unit: { unit_id } }: { unit: Unit }) {
  const query = useQuery({
    queryKey: ['bills', 'of-unit', unit_id],
    queryFn: ({ signal }) =>
      api('GET /v1/bills', {
        query: { unit_id, money: 'residue', sort: 'next_due_date', limit: 100 },
        signal,
      }),
  })
  return (
    <Section title="Bollette da incassare" level={3}>
      {query.isPending && (
        <Loading what="le bollette">
          <TextSkeleton lines={3} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le bollette"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.items.length === 0 && <p className={styles.dim}>Niente da incassare.</p>}
      <ul className={styles.bills}>
        {query.data?.items.map(({ bill_id, number, description, next_due_date, residue, state }) => (
          <li key={bill_id}>
            <span>
              <Link {...paths.bill(bill_id)} className={links.name}>
                {number}
              </Link>{' '}
              <span className={styles.dim}>
                {description}
                {next_due_date && `, scadenza ${formatDate(next_due_date)}`}
              </span>
            </span>
            <Amount cents={residue} size="strong" />
            <StateLabel state={billStates[state]} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
