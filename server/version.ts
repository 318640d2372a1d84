import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The server's version, in the specification's format; compared with the web app's. */
export const version = 'v2.0-395'

/**
 * The oldest web app that understands this server's answers. Raise it with a release that breaks the contract: people
 * with an older app are asked to update. Super users may ask for a newer one (platform/minimum-versions).
 */
export const minimum = 'v2.0-1'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** The version of the web app built in `edition`, read from the build; the server's own if none is built. */
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
