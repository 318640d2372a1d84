import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The build, as the specification names it; the web app's is compared with it. */
export const version = 'v2.0-395'

/**
 * The oldest web app that understands what the server answers. A release that breaks a promise of the contract raises it:
 * whoever still runs an older one is told to update instead of meeting errors.
 */
export const minimum = 'v2.0-395'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** The version of the web app that lies built in `edition`, which says so itself; ours if none is built. */
export function builtVersion(edition: 'business' | 'b2c', folder = dist): string {
  let text: string
  try {
    text = readFileSync(`${folder}${edition}/version.json`, 'utf8')
  } catch {
    return version
  }
  const built: unknown = (JSON.parse(text) as { version?: unknown }).version
  if (typeof built !== 'string') throw new Error(`${edition}/version.json names no version`)
  return built
}
