import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { oneAtATime } from './lock.mjs'

const act = `test-${process.pid}`
const lock = JSON.stringify(new URL('./lock.mjs', import.meta.url).href)

/** Another process that takes the lock, says so, and works until it is killed. */
async function another() {
  const program = `import { oneAtATime } from ${lock}
    await oneAtATime(${JSON.stringify(act)}, () => new Promise(() => { console.log('mine'); setInterval(() => {}, 1000) }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

it('waits for another process, and takes over when it dies', async () => {
  const other = await another()
  let mine = false
  const turn = oneAtATime(act, async () => {
    mine = true
    return 'done'
  })
  await sleep(500)
  expect(mine).toBe(false)
  other.kill('SIGKILL')
  expect(await turn).toBe('done')
})

it('is let go when the work fails', async () => {
  await expect(oneAtATime(act, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await oneAtATime(act, async () => 'again')).toBe('again')
})
