import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api-error.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('sessionStorage', storage)
const { storeChosenCustomer } = await import('../stored-session.ts')
const { readImpersonationRequest, requestImpersonation } = await import('./impersonation.ts')

const refusal = new ApiError(403, {
  error: 'impersonation_required',
  error_description: 'Scegli il cliente.',
})
beforeEach(() => storeChosenCustomer(null))

describe('a call that needs an impersonation', () => {
  it('is refused as before when no customer was chosen: there is nobody to impersonate', async () => {
    await expect(requestImpersonation(refusal)).rejects.toBe(refusal)
    expect(readImpersonationRequest()).toBeNull()
  })
  it('waits for one dialog, together with the others', async () => {
    storeChosenCustomer(7)
    const calls = [requestImpersonation(refusal), requestImpersonation(refusal)]
    const asked = readImpersonationRequest()
    expect(asked?.customer_id).toBe(7)
    asked?.done()
    await Promise.all(calls)
    expect(readImpersonationRequest()).toBeNull()
  })
  it('is given up when the super user cancels, without a toast', async () => {
    storeChosenCustomer(7)
    const call = requestImpersonation(refusal)
    readImpersonationRequest()?.cancel()
    await expect(call).rejects.toMatchObject({ name: 'AbortError', error: 'impersonation_cancelled' })
  })
})
