/** The query string of a hash address, `?state=overdue,to_pay&q=rossi`: strings, with commas left readable. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  return params.size > 0 ? `?${params.toString().replaceAll('%2C', ',')}` : ''
}
