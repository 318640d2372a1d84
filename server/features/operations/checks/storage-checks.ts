import { randomBytes, randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import { fileKeysOf } from '../../../files/file-keys.ts'
import { type FileStore, filesIn } from '../../../files/file-store.ts'
import { countLostKeys } from '../../../files/refuse-lost-keys.ts'
import type { Services } from '../../../services.ts'
import { pingClamd } from '../../documents/scan-with-clamd.ts'
import { judge, thresholds } from '../thresholds.ts'
import type { Check } from './check.ts'
import { reasonOf } from './reason-of.ts'

const storageSpace: Check = {
  code: 'storage_space',
  seconds: 10,
  look: async ({ services }) => {
    const [disk, [stored]] = await Promise.all([
      statfs(filesIn(services.env.SALDO_HOME)),
      services.asSystem(
        (tx) => tx<{ bytes: number; files: number }[]>`
          select coalesce(sum(bytes), 0)::bigint as bytes, count(*)::int as files from stored_files
          where removed_at is null`,
      ),
    ])
    const free = Math.floor((disk.bavail / disk.blocks) * 100)
    return {
      state: judge(free, thresholds.storage_space),
      figure: free,
      parts: [
        {
          name: 'liberi',
          figure: null,
          note: `${gigabytes(disk.bavail * disk.bsize)} su ${gigabytes(disk.blocks * disk.bsize)}`,
        },
        {
          name: 'file conservati',
          figure: null,
          note: `${stored?.files ?? 0}, ${gigabytes(stored?.bytes ?? 0)}`,
        },
      ],
    }
  },
}
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1).replace('.', ',')} GB`

const storageProbe: Check = {
  code: 'storage_probe',
  seconds: 10,
  look: async ({ services: { files } }) => {
    const name = `probes/${randomUUID()}`
    try {
      const same = await readsWhatItWrote(files, name)
      const gone = !(await files.exists(name))
      if (!same) return { state: 'broken', why: 'Il file riletto non è quello scritto.' }
      return gone ? { state: 'ok' } : { state: 'broken', why: 'Il file cancellato c’è ancora.' }
    } catch (error) {
      return { state: 'broken', why: reasonOf(error) }
    }
  },
}

/** Leaves no file behind, also when it cannot be read: the probe comes again every two minutes. */
async function readsWhatItWrote(files: FileStore, name: string): Promise<boolean> {
  const written = randomBytes(64)
  try {
    await files.put(name, written)
    const { content } = await files.read(name)
    return Buffer.concat(await content.toArray()).equals(written)
  } finally {
    await files.delete(name)
  }
}

const storageKeys: Check = {
  code: 'storage_keys',
  seconds: 30,
  every_minutes: 60,
  look: async ({ services: { env } }) => {
    const { readable, lost } = await countLostKeys(filesIn(env.SALDO_HOME), fileKeysOf(env))
    return { state: lost === 0 ? 'ok' : readable === 0 ? 'broken' : 'attention', figure: lost }
  },
}

const scanner: Check = {
  code: 'scanner',
  seconds: 10,
  applies: ({ env }) => env.SCAN_URL !== undefined,
  look: async ({ services: { env } }) => {
    try {
      await pingClamd(env.SCAN_URL as string)
      return { state: 'ok' }
    } catch (error) {
      return { state: 'broken', why: reasonOf(error) }
    }
  },
}

const certificate: Check = {
  code: 'certificate',
  seconds: 15,
  every_minutes: 60,
  applies: ({ env }: Services) => env.PUBLIC_URL.startsWith('https://'),
  look: async ({ services: { env }, at }) => {
    const ends = await certificateEnds(new URL(env.PUBLIC_URL))
    const left = Math.floor((ends - at) / 86_400_000)
    return { state: judge(left, thresholds.certificate), figure: Math.max(0, left) }
  },
}

/** Until when the certificate holds that this address shows, in milliseconds. It may have expired: it is read, not trusted. */
const certificateEnds = ({ hostname, port }: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = {
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to)
      socket.destroy()
      if (Number.isNaN(ends)) reject(new Error('no certificate'))
      else resolve(ends)
    })
    socket.setTimeout(10_000, () =>
      socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    )
    socket.once('error', reject)
  })

export const storageChecks: readonly Check[] = [storageSpace, storageProbe, storageKeys, scanner, certificate]
