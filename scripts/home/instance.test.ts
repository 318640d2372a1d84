import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { claimHome } from './instance.ts'
import { temporaryHome } from './temporary-home.ts'

async function another(home: string) {
  const program = `import { claimHome } from ${JSON.stringify(new URL('./instance.ts', import.meta.url).href)}
    console.log(claimHome(${JSON.stringify(home)}, 'http://localhost:1'))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

it('says who has the home, and gives it up when that process is killed', async () => {
  const home = temporaryHome()
  const { child, said } = await another(home)
  expect(said).toBe('null')
  expect(claimHome(home, 'http://localhost:2')).toEqual({ pid: child.pid, url: 'http://localhost:1' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimHome(home, 'http://localhost:2')).toBeNull()
})
