import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { type Logins, loginsOf } from '../../db/logins.ts'
import type { Services } from '../../services.ts'
import type { TestApp } from '../app.ts'

/**
 * Runs a job of an import (`job` of features/imports/`file`) in a child process, and kills it when it writes weights,
 * after people, units or rights.
 */
export async function killDuring(
  { services, database_url }: TestApp,
  file: string,
  job: string,
  import_id: number,
): Promise<void> {
  const logins = await loginsOf(database_url)
  const owner = postgres(database_url, { max: 1, onnotice: () => {} })
  try {
    await owner.begin(async (tx) => {
      await tx`lock table weights in share mode`
      const worker = workerOf(services, logins, file, job, import_id)
      const waits = () => tx`select from pg_locks l where not l.granted and l.relation = 'weights'::regclass`
      while ((await waits()).length === 0) {
        if (worker.exitCode !== null) throw new Error(`the job ended with ${worker.exitCode}`)
        await setTimeout(50)
      }
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    })
  } finally {
    await owner.end()
  }
}

function workerOf(services: Services, logins: Logins, file: string, job: string, import_id: number) {
  const from = (path: string) => new URL(path, import.meta.url).href
  const script = `
    import { openServices } from '${from('../../services.ts')}'
    import { ${job} } from '${from(`../../features/imports/${file}`)}'
    const quiet = () => {}
    const log = { info: quiet, warn: quiet, error: quiet, debug: quiet }
    const services = await openServices(...JSON.parse(process.env.OF_SERVICES), log, { worker: false })
    await ${job}(services, { import_id: ${import_id} })`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, OF_SERVICES: JSON.stringify([services.env, logins]) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
