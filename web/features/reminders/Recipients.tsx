import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { leftOutWords } from '@saldo/domain/arrears/reminder-plan'
import { Amount } from '../../ui/data/Amount.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import styles from './Reminders.module.css'
import type { Preview } from './reminder-query.ts'

export type Channel = 'email' | 'paper'
type Row = Preview['letters'][number]
type Props = {
  letters: Row[]
  chosen: ReadonlyMap<number, Channel>
  /** `usual`: by e-mail if possible; null: takes them out. */
  onChoose: (rows: Row[], way: Channel | 'usual' | null) => void
  onRead: (bill_id: number) => void
}

/** One line for each letter: whether it goes, its level, by e-mail or on paper, and how much it asks for. */
export function Recipients({ letters, chosen, onChoose, onRead }: Props) {
  const all = chosen.size === letters.length
  const oneAccount = new Set(letters.map(({ account_name }) => account_name)).size === 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className={styles.scroll} aria-label="Chi riceve un sollecito" tabIndex={0}>
      <table className={`${styles.table} ${styles.recipients}`}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label="Scegli tutti"
                checked={all}
                indeterminate={!all && chosen.size > 0}
                onChange={() => onChoose(letters, all ? null : 'usual')}
              />
            </th>
            <th scope="col">Intestatario</th>
            <th scope="col">Livello</th>
            <th scope="col">Come</th>
            <th scope="col" data-align="right">
              Chiede
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {letters.map((row) => (
            <tr key={row.bill_id}>
              <td>
                <Checkbox
                  aria-label={`Sollecita ${row.subject_nominative}`}
                  checked={chosen.has(row.bill_id)}
                  onChange={(event) => onChoose([row], event.currentTarget.checked ? 'usual' : null)}
                />
              </td>
              <td>
                {row.subject_nominative}
                <p className={styles.dim}>
                  {formatCountOf(row.bills, { one: 'bolletta', many: 'bollette' })}
                  {oneAccount ? '' : `, ${row.account_name}`}
                </p>
              </td>
              <td data-part="level">{row.step_name}</td>
              <td data-part="way">
                <Way
                  row={row}
                  channel={chosen.get(row.bill_id)}
                  onChange={(channel) => onChoose([row], channel)}
                />
              </td>
              <td data-part="amount" data-align="right">
                <Amount cents={row.amount} />
              </td>
              <td data-part="read" data-align="right">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Leggi il sollecito a ${row.subject_nominative}`}
                  onClick={() => onRead(row.bill_id)}
                >
                  Leggi
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** E-mail or paper; paper alone, with the reason, for somebody who cannot be mailed. */
function Way({
  row: { no_email, email, subject_nominative },
  channel,
  onChange,
}: {
  row: Row
  channel: Channel | undefined
  onChange: (channel: Channel) => void
}) {
  if (no_email !== null)
    return (
      <>
        Lettera
        <p className={styles.dim}>{leftOutWords[no_email]}</p>
      </>
    )
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`Come inviarlo a ${subject_nominative}`}
        data={[
          { value: 'email', label: 'E-mail' },
          { value: 'paper', label: 'Lettera' },
        ]}
        value={channel ?? 'email'}
        onChange={(event) => onChange(event.currentTarget.value as Channel)}
      />
      <p className={styles.dim}>{email}</p>
    </>
  )
}
