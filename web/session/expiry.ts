import { hasExpired, refreshToken } from './stored-session.ts'

const checkEvery = 60_000

/** Calls `expired` when nothing was asked of the server for two hours: looks now, and then every minute. */
export function watchExpiry(expired: () => void) {
  const check = () => {
    if (refreshToken() !== null && hasExpired()) expired()
  }
  check()
  setInterval(check, checkEvery)
}
