/** The two builds of the web app: for those who work with it, and for residents. */
export const editions = ['business', 'b2c'] as const
export type Edition = (typeof editions)[number]

/** The parts of `v2.0-395`, major first; null for anything that is not written like that. */
function parts(version: string): [number, number, number] | null {
  const found = /^v(\d{1,6})\.(\d{1,6})-(\d{1,9})$/.exec(version.trim())
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : null
}

/**
 * Whether `version` is older than `other`. False if one of them is not a valid version, so that a misspelt version
 * refuses no client.
 */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [parts(version), parts(other)]
  if (!left || !right) return false
  const differs = left.findIndex((part, at) => part !== right[at])
  return differs >= 0 && (left[differs] as number) < (right[differs] as number)
}

/** `2.0.395`, as packages write it, the way the product writes it: `v2.0-395`. Throws RangeError for anything else. */
export function fromPackage(version: string): string {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!found) throw new RangeError(`not a released version: ${version}`)
  return `v${found[1]}.${found[2]}-${found[3]}`
}
