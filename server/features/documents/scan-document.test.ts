import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Document } from '@saldo/contract/registry/documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, signIn } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { scanWithClamd } from './scan-with-clamd.ts'

/** A fake clamd (INSTREAM): reports FOUND for files with the word, and nonsense when told to. */
let says: 'truth' | 'error' = 'truth'
const received: Buffer[] = []
let clamd: Server
let app: TestApp
beforeAll(async () => {
  clamd = createServer((socket) => {
    let all = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      all = Buffer.concat([all, chunk])
      const file = streamed(all)
      if (!file) return
      received.push(file)
      const answer =
        says === 'error'
          ? 'INSTREAM size limit exceeded. ERROR'
          : file.includes('VIRUS')
            ? 'stream: Eicar-Test FOUND'
            : 'stream: OK'
      socket.end(`${answer}\0`)
    })
  }).listen(0, '127.0.0.1')
  await once(clamd, 'listening')
  const { port } = clamd.address() as AddressInfo
  app = await startApp({ env: { SCAN_URL: `clamd://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await app.close()
  clamd.close()
})

/** The complete file once the last, empty chunk has come; null until then. */
function streamed(all: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (!all.toString('latin1').startsWith(command)) return null
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= all.length; ) {
    const length = all.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(all.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

async function uploaded(content: Buffer) {
  const { headers, customer_id } = await signIn(app.services, 'customer')
  const account_id = await makeAccount(app.services, customer_id)
  const url = `/v1/accounts/docs/${account_id}/other`
  const { body } = await sendFile(app, { method: 'PUT', url, headers, file: content, name: 'atto.pdf' })
  const { document_id, scan } = body as Document
  const download = () => app.call({ url: `/v1/accounts/docs/download/${document_id}`, headers })
  const now = async () =>
    (await app.services.asSystem((tx) => tx`select * from documents where document_id = ${document_id}`))[0]
  return { headers, customer_id, document_id, scan, download, now }
}

describe('with a virus scanner', () => {
  it('a document is served only after a clean scan, and the scanner gets every byte', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(300_000, 7)])
    const { scan, download, now } = await uploaded(content)
    expect(scan).toBe('waiting')
    expect(await download()).toMatchObject({ status: 409, body: { error: 'scan_waiting' } })
    await runJobs(app.services)
    expect(await now()).toMatchObject({ scan: 'clean', state: 'to_check' })
    expect((await download()).raw.equals(content)).toBe(true)
    expect(received.at(-1)?.equals(content)).toBe(true)
  })

  it('an infected document is never served, reviewed or stored, and the office is notified', async () => {
    const { download, now, customer_id, document_id } = await uploaded(Buffer.from('%PDF-1.7 VIRUS'))
    const { file_path } = (await now()) as { file_path: string }
    await runJobs(app.services)
    expect(await now()).toMatchObject({
      scan: 'infected',
      state: 'invalid',
      reason: expect.stringContaining('virus'),
    })
    expect(await download()).toMatchObject({ status: 409, body: { error: 'scan_infected' } })
    expect(await app.services.files.exists(file_path)).toBe(false)
    const { headers } = await signIn(app.services, 'super_user')
    const url = `/v1/accounts/docs/checked/${document_id}`
    expect(await app.call({ method: 'POST', url, headers })).toMatchObject({ status: 409 })
    expect(await newsOf(app.services, customer_id)).toMatchObject([{ title: 'Documento con un virus' }])
  })

  describe('a document from before there was a scanner, scanned by the back office', () => {
    const rescanned = async (content: string) => {
      const found = await uploaded(Buffer.from(content))
      const { document_id } = found
      await app.services.asSystem(async (tx) => {
        await tx`update documents set scan = 'not_scanned' where document_id = ${document_id}`
      })
      const [file] = await app.services.asSystem(
        (tx) => tx`
          select file_id, path from stored_files where record_table = 'documents' and record_id = ${document_id}`,
      )
      const { headers } = await signIn(app.services, 'super_user')
      const url = `/v1/files/${file?.file_id}/scan`
      const { status } = await app.call({ method: 'POST', url, headers, payload: {} })
      expect(status).toBe(200)
      return { ...found, superUser: headers, path: file?.path as string }
    }
    it('can be reviewed when it is clean', async () => {
      const { now, document_id, superUser: headers } = await rescanned('%PDF-1.7 pulito')
      expect(await now()).toMatchObject({ scan: 'clean' })
      const url = `/v1/accounts/docs/checked/${document_id}`
      expect(await app.call({ method: 'POST', url, headers, payload: {} })).toMatchObject({ status: 200 })
    })
    it('is no longer served or stored when it is infected, and the office is notified', async () => {
      const { now, download, customer_id, path } = await rescanned('%PDF-1.7 VIRUS')
      expect(await now()).toMatchObject({ scan: 'infected', state: 'invalid' })
      expect(await download()).toMatchObject({ status: 409, body: { error: 'scan_infected' } })
      await runJobs(app.services)
      expect(await app.services.files.exists(path)).toBe(false)
      expect(await newsOf(app.services, customer_id)).toMatchObject([{ title: 'Documento con un virus' }])
    })
  })

  it('a document without a scan result is not served, and the scan is retried', async () => {
    const { document_id, download, now } = await uploaded(Buffer.from('%PDF-1.7 grande'))
    says = 'error'
    await expect(runJobs(app.services)).rejects.toThrow('clamd')
    says = 'truth'
    expect(await now()).toMatchObject({ scan: 'waiting' })
    expect((await download()).status).toBe(409)
    await app.services.asSystem((tx) => app.services.queue.enqueue(tx, 'scan-document', { document_id }))
    await runJobs(app.services)
    expect((await download()).status).toBe(200)
  })
})

describe('scanWithClamd', () => {
  const big = () => Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(64 * 1024, 1)))
  it('fails if there is no scanner, for files of any size', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as AddressInfo
    nobody.close()
    for (const file of [Readable.from([Buffer.from('a')]), big()])
      await expect(scanWithClamd(`clamd://127.0.0.1:${port}`, file)).rejects.toThrow()
  })
  it.each(['at once', 'half way'] as const)('fails when the scanner hangs up %s', async (when) => {
    const rude = createServer((socket) => {
      socket.on('error', () => {})
      if (when === 'at once') socket.destroy()
      else socket.once('data', () => socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(rude, 'listening')
    const { port } = rude.address() as AddressInfo
    for (const file of [Readable.from([Buffer.from('a')]), big()])
      await expect(scanWithClamd(`clamd://127.0.0.1:${port}`, file)).rejects.toThrow()
    rude.close()
  })
  it('can reach a scanner by a local socket', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'clamd-')), 'a socket.ctl')
    const local = createServer((socket) => {
      socket.on('data', () => socket.end('stream: OK\0'))
    }).listen(path)
    await once(local, 'listening')
    expect(await scanWithClamd(`clamd://${encodeURI(path)}`, Readable.from([Buffer.from('a')]))).toBe('clean')
    local.close()
  })
})
