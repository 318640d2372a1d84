/** The logo mark: two lines on a square. `ground` and `lines` are colours, by default the accent pair. */
export function LogoMark({
  size = 26,
  ground = 'var(--saldo-accent)',
  lines = 'var(--saldo-on-accent)',
}: {
  size?: number
  ground?: string
  lines?: string
}) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden focusable="false">
      <path fill={ground} d="M2 0h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2z" />
      <path fill={lines} d="M5 4h9v3H5zM2 9h9v3H2z" />
    </svg>
  )
}

/** The wordmark “saldo” in the current colour; `height` at least 16 px. */
export function Wordmark({ height = 20 }: { height?: number }) {
  return (
    <svg
      viewBox="0 0 96 28"
      height={height}
      width={(height * 96) / 28}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.6"
      role="img"
      aria-label="Saldo"
    >
      <path d="M15.5 11.2H5.6a3.5 3.5 0 0 0 0 7h7.3a3.5 3.5 0 0 1 0 7H2M24 11.2h8.5a4.5 4.5 0 0 1 4.5 4.5V27M37 18.2H27a3.5 3.5 0 0 0 0 7h10M47 1v26M71 1v26M71 11.2h-9.5a4.5 4.5 0 0 0-4.5 4.5v5a4.5 4.5 0 0 0 4.5 4.5H71M85.5 11.2h4a4.5 4.5 0 0 1 4.5 4.5v5a4.5 4.5 0 0 1-4.5 4.5h-4a4.5 4.5 0 0 1-4.5-4.5v-5a4.5 4.5 0 0 1 4.5-4.5z" />
    </svg>
  )
}
