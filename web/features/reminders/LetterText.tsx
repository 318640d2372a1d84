import { letterWords } from '@saldo/domain/arrears/reminder-letter'
import { Amount } from '../../ui/data/Amount.tsx'
import type { Channel } from './Recipients.tsx'
import styles from './Reminders.module.css'
import type { Letter } from './reminder-query.ts'

/** A letter as it is read: the office's words, the bills with how to pay each, the total. */
export function LetterText({
  letter: { form, title, text, lines, total_label, total },
  channel,
}: {
  letter: Letter
  channel: Channel
}) {
  const words = letterWords[form]
  const mailed = channel === 'email'
  return (
    <div className={styles.mail}>
      <p className={styles.subject}>{title}</p>
      <p className={styles.letter}>{text}</p>
      {mailed && <p className={styles.how}>{words.howToPay}</p>}
      <table className={styles.table} aria-label="Bollette del sollecito">
        <tbody>
          {lines.map(({ number, description, note, amount }) => (
            <tr key={number}>
              <td>
                {description}
                <p className={styles.dim}>
                  {number}, {note}
                </p>
                {mailed && <span className={styles.pay}>{words.payOne}</span>}
              </td>
              <td data-align="right">
                <Amount cents={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total_label}</th>
            <td data-align="right">
              <Amount cents={total} size="strong" />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.after}>
        {mailed ? `${words.delegate} ${words.notYours}` : `${words.byTransfer} ${words.byPhone}`}
      </p>
    </div>
  )
}
