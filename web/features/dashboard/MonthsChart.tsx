import { useElementSize } from '@mantine/hooks'
import { type Scale, scaleFor, shortAmount } from './chart-scale.ts'
import type { Dashboard } from './dashboard-query.ts'
import styles from './MonthsChart.module.css'
import { longMonth, shortMonth } from './month-names.ts'

type Month = Dashboard['months'][number]

const height = 212
const margins = { top: 22, bottom: 24, left: 34 }
/** Below this width only six months fit with their labels. */
const narrow = 440

/** Two bars a month, issued and collected unless `what` says otherwise, from zero, with their amounts on top. */
export function MonthsChart({
  months,
  what = 'Emesso e incassi netti',
}: {
  months: readonly Month[]
  what?: string
}) {
  const { ref, width } = useElementSize()
  const shown = width > 0 && width < narrow ? months.slice(-6) : months
  const scale = scaleFor(Math.max(...shown.flatMap(({ issued, collected }) => [issued ?? 0, collected ?? 0])))
  return (
    <div ref={ref} className={styles.chart} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${what} in ${shown.length} mesi, da ${nameOf(shown[0])} a ${nameOf(shown.at(-1))}; gli importi sono nella tabella`}
        >
          <Grid scale={scale} width={width} />
          {shown.map((month, place) => (
            <Pair
              key={month.month}
              month={month}
              scale={scale}
              left={margins.left + (place * (width - margins.left)) / shown.length}
              width={(width - margins.left) / shown.length}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

const nameOf = (month: Month | undefined) => (month ? longMonth(month.month) : '')

const base = height - margins.bottom
const yOf = (cents: number, { top }: Scale) => base - (Math.max(0, cents) / top) * (base - margins.top)

function Grid({ scale, width }: { scale: Scale; width: number }) {
  return (
    <>
      <text x={0} y={9} className={styles.text}>
        {scale.unit.name}
      </text>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={margins.left}
            x2={width}
            y1={yOf(tick, scale)}
            y2={yOf(tick, scale)}
            className={tick === 0 ? styles.base : styles.grid}
          />
          <text x={margins.left - 8} y={yOf(tick, scale) + 4} textAnchor="end" className={styles.text}>
            {shortAmount(tick, scale)}
          </text>
        </g>
      ))}
    </>
  )
}

function Pair({ month, scale, left, width }: { month: Month; scale: Scale; left: number; width: number }) {
  const bar = Math.min(22, Math.max(6, Math.round(width * 0.3)))
  const middle = left + width / 2
  const bars = [
    { cents: month.issued, x: middle - bar - 1, text: middle - 2, anchor: 'end', kind: styles.issued },
    { cents: month.collected, x: middle + 1, text: middle + 2, anchor: 'start', kind: styles.collected },
  ] as const
  return (
    <g>
      {bars.map(
        ({ cents, x, text, anchor, kind }) =>
          cents !== null && (
            <g key={anchor}>
              <rect
                x={x}
                y={yOf(cents, scale)}
                width={bar}
                height={base - yOf(cents, scale)}
                className={kind}
              />
              {cents > 0 && (
                <text x={text} y={yOf(cents, scale) - 4} textAnchor={anchor} className={styles.label}>
                  {shortAmount(cents, scale)}
                </text>
              )}
            </g>
          ),
      )}
      <text x={middle} y={height - 6} textAnchor="middle" className={styles.text}>
        {shortMonth(month.month)}
      </text>
    </g>
  )
}
