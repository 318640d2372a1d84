import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './MyUnits.module.css'
import { myUnitRows } from './my-unit-words.ts'
import { unitLine } from './unit-words.ts'

/** The resident's home: their units, with their rights and weights. Nothing is shown while it loads: it is below the bills. */
export function MyUnits() {
  const { data, ...query } = useQuery({
    queryKey: ['units', 'mine'],
    queryFn: ({ signal }) => api('GET /v1/myunits', { signal }),
  })
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare le tue unità"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data || data.units.length === 0) return null
  const people = new Set(data.units.flatMap(({ rights }) => rights.map(({ nominative }) => nominative)))
  return (
    <Section title="Le mie unità" help="weights">
      <ul className={styles.units} aria-label="Le mie unità">
        {data.units.map((unit) => (
          <li key={unit.unit_id}>
            <h3 className={styles.name}>{unit.name}</h3>
            <p className={styles.where}>
              {unit.account_name} · {unitLine(unit)}
            </p>
            <Facts rows={myUnitRows(unit, people.size > 1)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
