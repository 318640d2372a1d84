import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Epoch, Row } from './cells.ts'
import { ImportRefused, limits } from './import-refused.ts'
import type { SheetInfo } from './opened-file.ts'
import { unpackRows } from './packed-rows.ts'
import type { Answer, Question } from './reading.worker.ts'

/**
 * A spreadsheet that a worker thread reads. `rows()` streams the non-empty rows of a sheet and may be called again.
 * Close the workbook when done (`await using` does).
 */
export type Workbook = {
  kind: 'xlsx' | 'ods' | 'csv'
  epoch: Epoch
  sheets: WorkbookSheet[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type WorkbookSheet = SheetInfo & { rows(): AsyncGenerator<Row> }

/**
 * Opens an XLSX, ODS or CSV file, detected by content. Throws `ImportRefused`, here or while rows are read, if it is
 * not a readable spreadsheet within the limits.
 */
export async function readWorkbook(input: Readable | Buffer, filename: string): Promise<Workbook> {
  const file = await wholeFile(input)
  const reader = startReader(file, filename)
  try {
    const opened = expecting('opened', await reader.ask({ ask: 'open' }))
    const sheets = opened.sheets.map((sheet, index) => ({ ...sheet, rows: () => rowsOf(reader, index) }))
    const { kind, epoch } = opened
    return { kind, epoch, sheets, close: reader.close, [Symbol.asyncDispose]: reader.close }
  } catch (error) {
    await reader.close()
    throw error
  }
}

async function wholeFile(input: Readable | Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of Buffer.isBuffer(input) ? [input] : input) {
    size += piece.length
    if (size > limits.file_bytes) throw new ImportRefused('file_too_big')
    pieces.push(piece)
  }
  // Copied into its own buffer, which can be transferred to the worker without another copy.
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

async function* rowsOf(reader: Reader, sheet: number): AsyncGenerator<Row> {
  const reading = reader.nextReading()
  let coming = reader.ask({ ask: 'start', reading, sheet })
  let ended = false
  try {
    for (;;) {
      const answer = await coming
      if (answer.answer === 'end') {
        ended = true
        return
      }
      const { packed } = expecting('rows', answer)
      coming = reader.ask({ ask: 'next', reading })
      // Awaited only on the next turn of the event loop: until then a rejection must not count as unhandled.
      coming.catch(() => {})
      yield* unpackRows(packed)
      // Waiting answers are handled in one turn of the event loop; then other work gets its turn.
      await setImmediate()
    }
  } finally {
    if (!ended) await reader.ask({ ask: 'stop', reading }).catch(() => {})
  }
}

type Reader = ReturnType<typeof startReader>

function startReader(file: Uint8Array<ArrayBuffer>, filename: string) {
  const worker = new Worker(new URL('./reading.worker.ts', import.meta.url), {
    workerData: { file, filename },
    transferList: [file.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  })
  const waiting: { resolve(answer: Answer): void; reject(error: Error): void }[] = []
  let readings = 0
  let stopped: Error | null = null

  const stopWith = (error: Error) => {
    stopped ??= error
    for (const { reject } of waiting.splice(0)) reject(stopped)
  }
  worker.on('message', (answer: Answer) => {
    const asker = waiting.shift()
    if (waiting.length === 0) worker.unref()
    if (answer.answer === 'refused') asker?.reject(new ImportRefused(answer.code, answer.message))
    else if (answer.answer === 'failed')
      asker?.reject(new Error(`reading a workbook failed: ${answer.message}`))
    else asker?.resolve(answer)
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    stopWith(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ImportRefused('too_much_content') : error),
  )
  worker.on('exit', () => stopWith(new Error('the workbook was closed')))
  worker.unref()

  return {
    nextReading: () => ++readings,
    ask: (question: Question) =>
      new Promise<Answer>((resolve, reject) => {
        if (stopped) return reject(stopped)
        waiting.push({ resolve, reject })
        worker.ref()
        worker.postMessage(question)
      }),
    close: async () => {
      await worker.terminate()
    },
  }
}

function expecting<A extends Answer['answer']>(kind: A, answer: Answer): Extract<Answer, { answer: A }> {
  if (answer.answer !== kind)
    throw new Error(`the reading worker answered ${answer.answer} instead of ${kind}`)
  return answer as Extract<Answer, { answer: A }>
}
