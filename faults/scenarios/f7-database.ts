import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../oracle.ts'
import { startPayerPool } from '../payer-pool.ts'
import { openCluster } from '../processes/cluster.ts'
import { type Database, startDatabase } from '../processes/database.ts'
import { seeded } from '../random.ts'
import { type Asked, atScale, type Found, type Scenario } from '../scenario.ts'
import { afterTheLastRestart, unpaid, urlsOf } from './f1-kill.ts'

/** The database fails under 50 payers: fifty times like a power cut, then once because its disk is full. */
export const f7: Scenario = {
  name: 'F7',
  title: 'Postgres stopped with `immediate` 50 times under F1’s load; its disk full once',
  run: async (asked) => {
    const cuts = await powerCuts(asked)
    const full = await fullDisk(asked)
    return {
      figures: { ...cuts.figures, ...full.figures },
      violations: [...cuts.violations, ...full.violations.map((sentence) => `disk full: ${sentence}`)],
    }
  },
}

async function powerCuts({ database, seed, scale, hurry }: Asked): Promise<Found> {
  const cuts = atScale(50, scale, 2)
  const cluster = await openCluster(database, { bills: atScale(2_500, scale, 20), standbys: 1 })
  try {
    const payers = startPayerPool(urlsOf(cluster), cluster.bills, { seed, at_once: 50 })
    const random = seeded(seed)
    let done = 0
    while (done < cuts && payers.done() < cluster.bills.length) {
      await sleep((hurry ? 0.2 : 1) * (500 + 2_000 * random()))
      await database.crash()
      await sleep(500 * random())
      await database.start()
      done += 1
    }
    await afterTheLastRestart(cluster, payers, performance.now(), hurry)
    return {
      figures: { payments: cluster.bills.length, stops: done, 'servers started again': cluster.deaths() },
      violations: [
        ...(done < cuts ? [`only ${done} stops before all had paid`] : []),
        ...(await examine(cluster.owner, cluster.provider)),
        ...(await unpaid(cluster)),
      ],
    }
  } finally {
    await cluster.close()
  }
}

/** A separate in-memory disk, so that filling it is harmless; needs the right to mount. */
async function fullDisk({ seed, scale, hurry }: Asked): Promise<Found> {
  const disk = mkdtempSync(join(tmpdir(), 'saldo-faults-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=711', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    rmSync(disk, { recursive: true })
    return { figures: { 'disk full': 'not tried: may not mount here' }, violations: [] }
  }
  let database: Database | undefined
  try {
    database = await startDatabase(disk)
    return await underFullDisk(database, disk, { seed, scale, hurry })
  } finally {
    await database?.stop()
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

async function underFullDisk(
  database: Database,
  disk: string,
  { seed, scale, hurry }: Omit<Asked, 'database'>,
): Promise<Found> {
  const cluster = await openCluster(database, { bills: atScale(1_000, scale, 12), standbys: 1 })
  try {
    const payers = startPayerPool(urlsOf(cluster), cluster.bills, { seed, at_once: 50 })
    await sleep(500)
    const ballast = fill(disk)
    await sleep(hurry ? 2_500 : 20_000)
    const left = statfsSync(disk).bavail
    const stood = database.runs()
    unlinkSync(ballast)
    await database.recover()
    await afterTheLastRestart(cluster, payers, performance.now(), hurry)
    return {
      figures: {
        'disk full': left < 32 ? `yes, Postgres ${stood ? 'stood' : 'stopped'}` : 'no',
      },
      violations: [
        ...(left >= 32 ? ['the disk was never full'] : []),
        ...(await examine(cluster.owner, cluster.provider)),
        ...(await unpaid(cluster)),
      ],
    }
  } finally {
    await cluster.close()
  }
}

/** Writes until the disk is full; PostgreSQL itself uses up what it frees. */
function fill(disk: string): string {
  const path = join(disk, 'ballast')
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 4096]) {
      const block = Buffer.alloc(size, 1)
      try {
        for (;;) writeSync(file, block)
      } catch {
        // full, except for less than a block
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}
