import { describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../testing/stub-storage.ts'

const kept = stubStorage()

const { signInByLink } = await import('./sign-in-by-link.ts')
const server = (error: string, error_description: string) => {
  const asked = vi.fn(async (_address: string) =>
    Response.json({ error, error_description }, { status: 400 }),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
const checkout = { by: 'password', username: 'lucia', password: 'tre gatti' } as const
const notValid = /^Questo link non è valido o è già stato usato: accedi .*, o chiedine un altro/

describe('a link that does not sign in', () => {
  it('speaks of itself where the server speaks of a wrong password, and keeps the session of before', async () => {
    kept.set('saldo.refresh', 'of-before')
    server('invalid_grant', 'Username o Password errate.')
    const failed = await signInByLink(checkout)
    expect(failed).toMatchObject({ over: true, username: 'lucia' })
    expect(failed.error.error_description).toMatch(notValid)
    expect(kept.get('saldo.refresh')).toBe('of-before')
  })
  it('says what the server says of an access that is suspended', async () => {
    server('access_suspended', 'Il tuo accesso è sospeso.')
    const failed = await signInByLink(checkout)
    expect(failed).toMatchObject({ over: false, error: { error_description: 'Il tuo accesso è sospeso.' } })
  })
  it('says what the server says of a token that was used', async () => {
    server('invalid_grant', 'Questo link è scaduto o è già stato usato.')
    const failed = await signInByLink({ by: 'token', token: 'abc' })
    expect(failed).toMatchObject({
      over: true,
      error: { error_description: expect.stringMatching(/scaduto/) },
    })
  })
  it('asks the server nothing if the link is malformed', async () => {
    const asked = server('invalid_grant', '')
    const failed = await signInByLink({ by: 'nothing' })
    expect(failed.error.error_description).toMatch(notValid)
    expect(asked).not.toHaveBeenCalled()
  })
})
