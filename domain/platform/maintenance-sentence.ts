const time = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', day: 'numeric', month: 'long' })

/** Until when a maintenance lasts, as a sentence; `until` is an instant (ISO 8601). The day is named unless it is today. */
export function maintenanceSentence(until: string, now = new Date()): string {
  const end = new Date(until)
  const on = day.format(end) === day.format(now) ? '' : ` del ${day.format(end)}`
  return `Saldo è in manutenzione fino alle ${time.format(end)}${on}.`
}
