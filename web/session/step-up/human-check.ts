import type { Challenge, Solution } from 'altcha-lib/types'
import { api } from '../../api.ts'

/**
 * Solves a proof-of-work challenge (ALTCHA), without any third party. Resolves with the token for the `x-human-token`
 * header: base64 of `{ challenge, solution }`. Runs in a worker, so that typing never stalls.
 */
export async function solveHumanCheck(signal: AbortSignal): Promise<string> {
  const challenge = (await api('GET /v1/auth/challenge', { signal })) as unknown as Challenge
  const solution = await inWorker(challenge, signal)
  return btoa(JSON.stringify({ challenge, solution }))
}

function inWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(new URL('./human-check.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise<Solution>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      data ? resolve(data) : reject(new Error('no solution in time'))
    worker.onerror = () => reject(new Error('the worker failed'))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
