/** Age bands of what is overdue, by days of lateness of the instalment (1: due yesterday), both ends included. */
export const ageBands = [
  { id: 'late_30', from: 1, to: 30, label: '0–30 giorni' },
  { id: 'late_90', from: 31, to: 90, label: '31–90 giorni' },
  { id: 'late_180', from: 91, to: 180, label: '91–180 giorni' },
  { id: 'late_365', from: 181, to: 365, label: '181–365 giorni' },
  { id: 'late_more', from: 366, to: null, label: 'oltre 365 giorni' },
] as const
export type AgeBand = (typeof ageBands)[number]['id']

/**
 * The day by which the administrator must take action for a debt that fell due on this day: six months from the end of
 * the year that holds it (art. 1129, ninth paragraph, c.c.). The financial year is the calendar year. `yyyy-mm-dd`.
 */
export const actBy = (due: string): string => `${Number(due.slice(0, 4)) + 1}-06-30`
