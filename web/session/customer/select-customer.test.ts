import { describe, expect, it, vi } from 'vitest'
import { customerSelection } from './select-customer.ts'

const ok = { error: 'OK', message: '' }
const waits = { error: 'AWAITING_ACTIVATION', message: 'In attesa di attivazione.' }

/** A selection whose acts record that they were called. */
function watched(answers: { load?: () => unknown; state?: () => typeof ok; accounts?: () => unknown } = {}) {
  const log: string[] = []
  const answer = async (what: string, give: () => unknown) => {
    log.push(what)
    return give()
  }
  const { select } = customerSelection<unknown>({
    load: (id) => answer(`load ${id}`, answers.load ?? (() => ({ customer_id: id }))),
    remember: (id) => log.push(`remember ${id}`),
    checkState: (id) => answer(`check ${id}`, answers.state ?? (() => ok)) as Promise<typeof ok>,
    allowMenu: (id, allowed, message) =>
      log.push(`menu ${id} ${allowed ? 'allowed' : `withheld: ${message}`}`),
    loadAccounts: (id) => answer(`accounts ${id}`, answers.accounts ?? (() => [])),
    expireSession: () => log.push('session expired'),
  })
  return { log, select }
}
const refuses = () => {
  throw new Error('refused')
}

describe('selecting a customer', () => {
  it('loads its data, remembers the id, then checks state', async () => {
    const { log, select } = watched()
    expect(await select(7)).toBe(true)
    expect(log.filter((what) => !what.startsWith('accounts'))).toEqual([
      'load 7',
      'remember 7',
      'check 7',
      'menu 7 allowed',
    ])
  })
  it('if not OK, stores the message and does not allow the menu', async () => {
    const { log, select } = watched({ state: () => waits })
    expect(await select(7)).toBe(true)
    expect(log.at(-1)).toBe('menu 7 withheld: In attesa di attivazione.')
    expect(log).not.toContain('session expired')
  })
  it('on failure to load, the customer is cleared and session expired is raised', async () => {
    const { log, select } = watched({ load: refuses })
    expect(await select(7)).toBe(false)
    expect(log).toEqual(['load 7', 'remember null', 'session expired'])
  })
  it('on failure to check its state, the customer is cleared and session expired is raised', async () => {
    const { log, select } = watched({ state: refuses })
    expect(await select(7)).toBe(false)
    expect(log.slice(-3)).toEqual(['check 7', 'remember null', 'session expired'])
    expect(log.join()).not.toContain('menu')
  })
})

describe('account loading for a customer', () => {
  const loads = (log: string[]) => log.filter((what) => what.startsWith('accounts'))

  it('runs only if the id differs from the loaded one', async () => {
    const { log, select } = watched()
    await select(7)
    await select(7)
    expect(loads(log)).toEqual(['accounts 7'])
    await select(8)
    await select(7)
    expect(loads(log)).toEqual(['accounts 7', 'accounts 8', 'accounts 7'])
  })
  it('runs only if the id is above 0', async () => {
    const { log, select } = watched()
    await select(0)
    await select(-1)
    expect(loads(log)).toEqual([])
  })
  it('runs again after all customers were shown, or after a failure', async () => {
    const { log, select } = watched()
    await select(7)
    await select(null)
    await select(7)
    expect(loads(log)).toEqual(['accounts 7', 'accounts 7'])
    const failing = watched({ accounts: refuses })
    await failing.select(7)
    await vi.waitFor(async () => {
      await failing.select(7)
      expect(loads(failing.log).length).toBeGreaterThan(1)
    })
    expect(failing.log).not.toContain('session expired')
  })
})

describe('two concurrent selections', () => {
  it('the later one wins, whichever answers last', async () => {
    let release = (_: unknown) => {}
    const slow = new Promise((resolve) => {
      release = resolve
    })
    let asked = 0
    const { log, select } = watched({
      load: () => {
        asked += 1
        return asked === 1 ? slow : {}
      },
    })
    const first = select(7)
    expect(await select(8)).toBe(true)
    release({})
    expect(await first).toBe(false)
    expect(log).not.toContain('remember 7')
  })
  it('a failure of the earlier one is ignored', async () => {
    let reject = (_: Error) => {}
    const slow = new Promise((_resolve, no) => {
      reject = no
    })
    let asked = 0
    const { log, select } = watched({
      load: () => {
        asked += 1
        return asked === 1 ? slow : {}
      },
    })
    const first = select(7)
    await select(8)
    reject(new Error('late'))
    expect(await first).toBe(false)
    expect(log).not.toContain('session expired')
  })
})
