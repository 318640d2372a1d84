import { join } from 'node:path'

/** Each Playwright worker has its own instance, so that two journeys can run at the same time. */
export const workers = Number(process.env.E2E_WORKERS ?? 2)
const firstPort = Number(process.env.E2E_PORT ?? 4870)
/** An instance uses four ports, see scripts/home/settings.ts. */
const portsPerInstance = 4

export type Instance = { port: number; url: string; providerUrl: string; home: string }

export function instanceOf(worker: number): Instance {
  const port = firstPort + worker * portsPerInstance
  return {
    port,
    url: `http://localhost:${port}`,
    providerUrl: `http://127.0.0.1:${port + 1}`,
    home: join(process.env.E2E_HOME as string, `instance-${worker}`),
  }
}

/** The instance of this Playwright worker. Workers are numbered from 0, and a number is reused. */
export const instance = instanceOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
