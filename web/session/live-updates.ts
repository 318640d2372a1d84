import { call } from '../api.ts'
import { queries } from './queries.ts'
import { hasSession } from './tokens.ts'

const firstWait = 1000
const longestWait = 30_000
const refetchDelay = 1000

/**
 * Follows the server-sent events (`{"noun":"bills"}`) and refetches the queries of that noun. Reconnects with backoff,
 * and then refetches everything, because it cannot know what it missed. Returns a function that stops it.
 */
export function followLiveUpdates(): () => void {
  const stopped = new AbortController()
  void reconnectLoop(stopped.signal)
  return () => stopped.abort()
}

async function reconnectLoop(signal: AbortSignal) {
  let wait = firstWait
  let missed = false
  while (!signal.aborted && hasSession()) {
    try {
      const response = await call('GET /v1/live', { signal })
      if (missed) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'cities' })
      wait = firstWait
      for await (const data of serverSentData(response)) changed(data)
    } catch {
      // Dropped or refused: the next round tries again.
    }
    missed = true
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, longestWait)
  }
}

const changedNouns = new Set<string>()

/**
 * An import or a debit run changes thousands of rows, so queries are refetched once a second, not once for each event.
 */
function changed(data: string) {
  const { noun } = JSON.parse(data) as { noun?: string }
  if (!noun) return
  if (changedNouns.size === 0) setTimeout(refetchChanged, refetchDelay)
  changedNouns.add(noun)
}

/** What follows from records of many nouns: it is refetched whichever of them changed. */
const derived = ['dashboard', 'units']
/**
 * Lists whose changes are told under another list's noun: files for banks and mandates change with their debits; the queue of
 * checks, and what an office lacks to be activated, with the documents.
 */
const follows: Readonly<Record<string, readonly string[]>> = {
  debits: ['debit-runs', 'mandates'],
  documents: ['document-checks', 'activations', 'customers'],
}

function refetchChanged() {
  const nouns = [...changedNouns].flatMap((noun) => [noun, ...(follows[noun] ?? [])])
  for (const noun of [...nouns, ...derived]) void queries.invalidateQueries({ queryKey: [noun] })
  changedNouns.clear()
}

/** The `data:` of each event of a stream; comments and other fields are skipped. */
export async function* serverSentData(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  let rest = ''
  for await (const text of readText(response.body)) {
    const events = (rest + text).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
      if (data.length > 0) yield data.join('\n')
    }
  }
}

/** Safari's streams are not async-iterable, hence the reader. */
async function* readText(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.releaseLock()
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
