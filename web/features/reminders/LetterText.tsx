import { Amount } from '../../ui/data/Amount.tsx'
import styles from './Reminders.module.css'
import type { Letter } from './reminder-query.ts'

/** The words of a letter, the bills it lists, and their total. */
export function LetterText({ title, text, lines, total_label, total }: Omit<Letter, 'form'>) {
  return (
    <div>
      <p className={styles.subject}>{title}</p>
      <p className={styles.letter}>{text}</p>
      <table className={styles.table} aria-label="Bollette del sollecito">
        <tbody>
          {lines.map(({ number, description, note, amount }) => (
            <tr key={number}>
              <td>
                {description}
                <p className={styles.dim}>
                  {number}, {note}
                </p>
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
    </div>
  )
}
