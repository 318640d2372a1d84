import { addDays, addMonths, type Day } from '../dates.ts'

/** A condominium's year of accounts (esercizio): it need not be the calendar's. `ends_on` is included. */
export type YearOfAccounts = { starts_on: Day; ends_on: Day }

/** `2027`, or `2026/27` when it lies in two calendar years. */
export function yearName({ starts_on, ends_on }: YearOfAccounts): string {
  const [first, last] = [starts_on.slice(0, 4), ends_on.slice(0, 4)]
  return first === last ? first : `${first}/${last.slice(2)}`
}

/** Twelve months from a day. */
export const yearFrom = (starts_on: Day): YearOfAccounts => ({
  starts_on,
  ends_on: addDays(addMonths(starts_on, 12), -1),
})
