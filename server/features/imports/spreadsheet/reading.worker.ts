import { parentPort, workerData } from 'node:worker_threads'
import type { Row } from './cells.ts'
import { ImportRefused, type RefusalCode } from './import-refused.ts'
import { openFile } from './open-file.ts'
import type { OpenedFile, SheetInfo } from './opened-file.ts'
import { packRows } from './packed-rows.ts'

/**
 * Reads a file in a worker thread. Each question gets one answer; a batch of rows is sent only on request, so that a
 * slow importer never fills memory.
 */
export type Question =
  | { ask: 'open' }
  | { ask: 'start'; reading: number; sheet: number }
  | { ask: 'next'; reading: number }
  | { ask: 'stop'; reading: number }

export type Answer =
  | { answer: 'opened'; kind: OpenedFile['kind']; epoch: OpenedFile['epoch']; sheets: SheetInfo[] }
  | { answer: 'rows'; packed: string }
  | { answer: 'end' }
  | { answer: 'refused'; code: RefusalCode; message: string }
  | { answer: 'failed'; message: string }

const { file, filename } = workerData as { file: Uint8Array; filename: string }
const readings = new Map<number, AsyncGenerator<Row[]>>()
let opened: OpenedFile | undefined

let turn = Promise.resolve()
parentPort?.on('message', (question: Question) => {
  turn = turn.then(async () => parentPort?.postMessage(await answerTo(question).catch(explained)))
})

async function answerTo(question: Question): Promise<Answer> {
  opened ??= await openFile(Buffer.from(file.buffer, file.byteOffset, file.byteLength), filename)
  if (question.ask === 'open') {
    return { answer: 'opened', kind: opened.kind, epoch: opened.epoch, sheets: opened.sheets }
  }
  if (question.ask === 'start') readings.set(question.reading, opened.rows(question.sheet))
  if (question.ask === 'stop') {
    await readings.get(question.reading)?.return(undefined)
    readings.delete(question.reading)
    return { answer: 'end' }
  }
  const batch = await readings.get(question.reading)?.next()
  return batch && !batch.done ? { answer: 'rows', packed: packRows(batch.value) } : { answer: 'end' }
}

function explained(error: unknown): Answer {
  if (error instanceof ImportRefused) return { answer: 'refused', code: error.code, message: error.message }
  return {
    answer: 'failed',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}
