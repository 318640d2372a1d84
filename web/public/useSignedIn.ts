import { useEffect, useState } from 'react'
import { refreshToken } from '../session/stored-session.ts'

/** Whether this browser has a session. At first not: the server, which draws the page, does not know who has signed in. */
export function useSignedIn(): boolean {
  const [signedIn, setSignedIn] = useState(false)
  useEffect(() => setSignedIn(refreshToken() !== null), [])
  return signedIn
}
