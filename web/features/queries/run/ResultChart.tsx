import { useElementSize } from '@mantine/hooks'
import type { QueryChart, QueryResult } from '../queries-query.ts'
import styles from './Run.module.css'
import { shownValue } from './shown-value.ts'

const height = 280
const margins = { top: 16, bottom: 28 }
/** About as wide as a figure of a tick, and as a letter of a label; rather too much than too little. */
const sign_width = 7.2
const most_points = 100
const colours = [1, 2, 3, 4, 5].map((number) => `var(--saldo-chart-${number})`)

const figure = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2, useGrouping: 'always' })

const inTick = (label: string) => (label.length > 14 ? `${label.slice(0, 13)}…` : label)
const shownLabel = (text: string, column: QueryResult['columns'][number] | undefined) =>
  column ? shownValue(text, column) : text

/** A result as bars or lines from zero, with the names of its series; the table has every figure. */
export function ResultChart({ result, chart }: { result: QueryResult; chart: QueryChart }) {
  const { ref, width } = useElementSize()
  const places = [chart.label, ...chart.values].map((name) =>
    result.columns.findIndex((each) => each.name === name),
  )
  const missing = places.findIndex((place) => place < 0)
  if (missing >= 0)
    return (
      <p className={styles.note}>
        Il grafico chiede la colonna «{[chart.label, ...chart.values][missing]}», che il risultato non ha.
      </p>
    )
  const [label = 0, ...series] = places
  const points = result.rows.slice(0, most_points).map((row) => ({
    label: shownLabel(row[label] ?? '', result.columns[label]),
    values: series.map((place) => Number(row[place] ?? Number.NaN)),
  }))
  const known = points.flatMap(({ values }) => values).filter(Number.isFinite)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known, 0)]
  const left = 12 + sign_width * Math.max(...[low, high].map((value) => figure.format(value).length))
  const inner = Math.max(0, width - left)
  const y = (value: number) =>
    margins.top + ((high - value) / (high - low || 1)) * (height - margins.top - margins.bottom)
  const step = inner / Math.max(1, points.length)
  const middle = (at: number) => left + (at + 0.5) * step
  /** In the middle of its point, and whole: the outermost stay inside. */
  const labelAt = (at: number, text: string) => {
    const half = (sign_width * text.length) / 2
    return Math.max(half, Math.min(middle(at), width - half))
  }
  const every = Math.ceil(points.length / Math.max(1, Math.floor(inner / 100)))
  return (
    <figure ref={ref} className={styles.chart}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${chart.values.join(', ')} per ${chart.label}: ${points.length} valori, nella tabella uno per uno`}
        >
          {[low, high].map((value) => (
            <g key={value}>
              <line className={styles.gridline} x1={left} x2={width} y1={y(value)} y2={y(value)} />
              <text className={styles.tick} x={left - 6} y={y(value) + 4} textAnchor="end">
                {figure.format(value)}
              </text>
            </g>
          ))}
          <line className={styles.baseline} x1={left} x2={width} y1={y(0)} y2={y(0)} />
          {series.map((place, one) =>
            chart.kind === 'line' ? (
              <polyline
                key={place}
                fill="none"
                stroke={colours[one]}
                strokeWidth={2}
                points={points
                  .flatMap(({ values }, at) =>
                    Number.isFinite(values[one]) ? [`${middle(at)},${y(values[one] as number)}`] : [],
                  )
                  .join(' ')}
              />
            ) : (
              points.map(({ label, values }, at) => {
                const value = values[one] as number
                if (!Number.isFinite(value)) return null
                const bar = (step * 0.7) / series.length
                return (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat
                    key={`${place}-${at}`}
                    fill={colours[one]}
                    x={middle(at) - (step * 0.7) / 2 + one * bar}
                    width={Math.max(1, bar - 1)}
                    y={Math.min(y(value), y(0))}
                    height={Math.abs(y(value) - y(0))}
                  >
                    <title>{`${label}: ${figure.format(value)}`}</title>
                  </rect>
                )
              })
            ),
          )}
          {points.map(({ label }, at) => {
            if (at % every !== 0) return null
            const text = inTick(label)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat
              <text key={at} className={styles.tick} x={labelAt(at, text)} y={height - 8} textAnchor="middle">
                {text}
              </text>
            )
          })}
        </svg>
      )}
      <figcaption className={styles.legend}>
        {chart.values.map((name, one) => (
          <span key={name}>
            <span className={styles.swatch} style={{ background: colours[one] }} aria-hidden />
            {name}
          </span>
        ))}
        {result.rows.length > most_points && (
          <span>
            I primi {most_points} di {figure.format(result.rows.length)} valori
          </span>
        )}
      </figcaption>
    </figure>
  )
}
