import { hasExpired, refreshToken } from '../stored-session.ts'

const checkEvery = 60_000

/** Calls `expired` when no request was made for two hours: checks now, and then every minute. */
export function watchExpiry(expired: () => void) {
  const check = () => {
    if (refreshToken() !== null && hasExpired()) expired()
  }
  check()
  setInterval(check, checkEvery)
}
