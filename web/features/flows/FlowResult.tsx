import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WarningTriangle } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import styles from './Flows.module.css'
import { countedStates, flowCountsQuery } from './flow-counts.ts'
import type { Flow } from './flow-query.ts'
import { flowCountInWords, refusalInWords } from './flow-words.ts'

/**
 * What became of a file. A loaded one: still read, refused whole, or what it brought, each figure a link to its movements.
 * One that was made here: still written, or what to know of it.
 */
export function FlowResult({ flow }: { flow: Flow }) {
  if (flow.state === 'reading')
    return (
      <div className={styles.reading}>
        <Progress label={`Leggo ${flow.file_name}`} share={null} />
        <span className={styles.dim}>Puoi andare altrove: lo ritrovi qui.</span>
      </div>
    )
  if (flow.state === 'writing')
    return (
      <div className={styles.reading}>
        <Progress label={`Preparo ${flow.file_name}`} share={null} />
        <span className={styles.dim}>
          {flow.count > 0 && `${flowCountInWords(flow)} finora. `}Puoi andare altrove: lo ritrovi qui.
        </span>
      </div>
    )
  if (flow.state === 'refused' || flow.state === 'failed')
    return (
      <p className={styles.refusal}>
        <Icon of={WarningTriangle} />
        <span>{refusalInWords(flow)}</span>
      </p>
    )
  if (flow.direction === 'out') return flow.note && <p className={styles.dim}>{flow.note}</p>
  return (
    <div className={styles.result}>
      <span>{broughtInWords(flow)}</span>
      {flow.note && (
        <p className={styles.refusal}>
          <Icon of={WarningTriangle} />
          <span>{flow.note}</span>
        </p>
      )}
      {flow.kind === 'statement' && <MovementCounts flow={flow} />}
    </div>
  )
}

/** `12 movimenti: 10 nuovi, 2 già presenti` */
function broughtInWords({ kind, count, known }: Flow): string {
  const all = flowCountInWords({ kind, count })
  if (known === 0) return all
  if (known === count) return `${all}, già presenti: nessuno è stato scritto due volte`
  return `${all}: ${formatCountOf(count - known, { one: 'nuovo', many: 'nuovi' })}, ${known} già presenti`
}

function MovementCounts({ flow: { flow_id } }: { flow: Flow }) {
  const { data: counts } = useQuery(flowCountsQuery(flow_id))
  const some = countedStates.flatMap((each, place) => {
    const count = counts?.[place] ?? 0
    return count > 0 ? [{ ...each, count }] : []
  })
  return (
    <ul className={styles.counts} aria-label="Che cosa ne è stato">
      {some.map(({ id, label, states, count }) => (
        <li key={id}>
          <Link
            {...paths.transfers({ flow_id: String(flow_id), state: states.join(',') })}
            className={links.link}
          >
            {count} {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
