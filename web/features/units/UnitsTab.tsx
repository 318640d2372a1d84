import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { BackToBudget } from '../../records/BackToBudget.tsx'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { RegisterCollection } from '../payments/collect/RegisterCollection.tsx'
import { RightDialog } from './RightDialog.tsx'
import { type RightHolder, registerQuery, type Unit } from './register-query.ts'
import { UnitDialog } from './UnitDialog.tsx'
import styles from './Units.module.css'
import { rightLine, sharesNote, unitLine } from './unit-words.ts'

/** The open dialog: a unit, or a right in one; null for a new one. */
type Open = { unit: Unit | null } | { of: Unit; right: RightHolder | null } | { collect: Unit }

/** Units of a condominium and the rights in them. */
export function UnitsTab({ account: { account_id, name } }: AccountTabProps) {
  const { data, ...query } = useQuery(registerQuery(account_id))
  const mayWrite = usePermission('accounts:write')
  const mayCollect = usePermission('payments:write')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const units = data?.units ?? []
  return (
    <div className={styles.tab}>
      <BackToBudget />
      <Section
        help="holders"
        title={data ? formatCountOf(units.length, { one: 'unità', many: 'unità' }) : 'Unità'}
        action={
          mayWrite &&
          units.length > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon of={Plus} />}
              onClick={() => setOpen({ unit: null })}
            >
              Nuova unità
            </Button>
          )
        }
      >
        {query.isPending && (
          <Loading what="le unità">
            <TextSkeleton lines={6} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le unità"
            onRetry={() => void query.refetch()}
          />
        )}
        {data && units.length === 0 && (
          <EmptyState
            title="Nessuna unità"
            action={mayWrite && <Button onClick={() => setOpen({ unit: null })}>Aggiungi un’unità</Button>}
          >
            {mayWrite ? (
              <>
                Aggiungile qui, oppure{' '}
                <Link {...paths.importAccounts()} className={links.link}>
                  importale da un foglio
                </Link>{' '}
                con persone e millesimi.
              </>
            ) : (
              'Le aggiunge chi può cambiare i condomìni dello studio.'
            )}
          </EmptyState>
        )}
        {units.length > 0 && (
          <ul className={styles.units} aria-label="Unità">
            {units.map((unit) => (
              <UnitRow
                key={unit.unit_id}
                unit={unit}
                onOpen={mayWrite ? setOpen : null}
                onCollect={mayCollect ? setOpen : null}
              />
            ))}
          </ul>
        )}
      </Section>
      {open && 'unit' in open && <UnitDialog account_id={account_id} unit={open.unit} onClose={close} />}
      {open && 'of' in open && <RightDialog unit={open.of} right={open.right} onClose={close} />}
      {open && 'collect' in open && (
        <RegisterCollection
          from={{ account: { value: String(account_id), label: name }, ...payersOf(open.collect) }}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Who may pay for a unit: its people of today, the one who gets the bills first. */
function payersOf({ holders }: Unit) {
  const people = holders
    .filter(({ until }) => until === null || until >= today())
    .toSorted((one, other) => Number(other.pays) - Number(one.pays))
  const references = [...new Map(people.map((each) => [each.subject_id, each.nominative]))].map(
    ([subject_id, label]) => ({ value: String(subject_id), label }),
  )
  const payers = people.filter(({ pays }) => pays)
  const only = payers.length === 1 ? references[0] : references.length === 1 ? references[0] : undefined
  return references.length > 0 ? { people: references, subject: only } : {}
}

function UnitRow({
  unit,
  onOpen,
  onCollect,
}: {
  unit: Unit
  onOpen: ((open: Open) => void) | null
  onCollect: ((open: Open) => void) | null
}) {
  const note = sharesNote(unit)
  return (
    <li className={styles.unit}>
      <div className={styles.what}>
        {onOpen ? (
          <LinkButton aria-label={`Modifica ${unit.name}`} onClick={() => onOpen({ unit })}>
            {unit.name}
          </LinkButton>
        ) : (
          unit.name
        )}
        <span className={styles.dim}>{unitLine(unit)}</span>
      </div>
      <ul className={styles.holders} aria-label={`Persone di ${unit.name}`}>
        {unit.holders.map((right) => (
          <li key={right.right_holder_id} data-past={right.until !== null || undefined}>
            {onOpen ? (
              <LinkButton
                aria-label={`Modifica ${rightLine(right)}: ${right.nominative}`}
                onClick={() => onOpen({ of: unit, right })}
              >
                {right.nominative}
              </LinkButton>
            ) : (
              right.nominative
            )}
            <span className={styles.dim}>{rightLine(right)}</span>
          </li>
        ))}
        {note && <li className={styles.note}>{note}</li>}
      </ul>
      <div className={styles.acts}>
        {onOpen && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Aggiungi persona a ${unit.name}`}
            onClick={() => onOpen({ of: unit, right: null })}
          >
            Aggiungi persona
          </Button>
        )}
        {onCollect && unit.holders.length > 0 && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Registra incasso di ${unit.name}`}
            onClick={() => onCollect({ collect: unit })}
          >
            Registra incasso
          </Button>
        )}
      </div>
    </li>
  )
}
