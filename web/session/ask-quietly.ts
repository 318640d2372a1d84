import { appHeaders, heldAccessToken } from './tokens.ts'

/**
 * Asks what a page that nobody touches may ask again and again: it must not prolong the session, so it goes with the access
 * token that is there, if any, and renews none. Throws when the answer is no.
 */
export async function askQuietly<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const token = heldAccessToken()
  const response = await fetch(path, {
    signal,
    headers: { ...appHeaders, ...(token && { authorization: `Bearer ${token}` }) },
  })
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json() as Promise<Answer>
}
