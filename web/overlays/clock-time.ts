const time = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time (milliseconds since 1970) as `15:42`, with its day if that is not today: `20/11, 23:10`. */
export function clockTime(moment: number, now = Date.now()): string {
  const sameDay = new Date(moment).toDateString() === new Date(now).toDateString()
  return (sameDay ? time : dayAndTime).format(moment)
}
