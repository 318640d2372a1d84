import type { ReminderStep } from '../arrears/reminder-plan.ts'
import { countOf, type ValueFormat } from './value-formats.ts'

const dayOf = ({ days }: ReminderStep): string => {
  if (days === 0) return 'il giorno della scadenza'
  return `${countOf('giorno', 'giorni').say(Math.abs(days))} ${days < 0 ? 'prima' : 'dopo'}`
}
const outline = (steps: readonly ReminderStep[]): string =>
  steps.map((step) => `${step.name} (${dayOf(step)})`).join(', ')

/** The levels of reminders: their names and days; of an update of texts alone, whose text it is. */
export const reminderLevels: ValueFormat = {
  kind: 'list',
  say: (value) => outline(value as ReminderStep[]),
  sayChange: (was, is) => {
    const [before, after] = [was as ReminderStep[], is as ReminderStep[]]
    if (outline(before) !== outline(after)) return null
    const rewritten = after.filter(
      ({ subject, text }, place) => subject !== before[place]?.subject || text !== before[place]?.text,
    )
    return `testo cambiato: ${rewritten.map(({ name }) => name).join(', ')}`
  },
}
