/** A question that the page asked before its scripts were there, and the answer to come. */
type EarlyAnswer = { path: string; answer: Promise<Response> }

declare global {
  var saldoEarlyAnswer: EarlyAnswer | undefined
}

/** Asks for the page's data at once. Whoever takes the answer sees its failure. */
export function askEarly(path: string, headers: Record<string, string>): void {
  const answer = fetch(path, { headers, cache: 'no-store', signal: AbortSignal.timeout(20_000) })
  answer.catch(() => {})
  globalThis.saldoEarlyAnswer = { path, answer }
}

/** The early answer to this question, once: who asks again asks the server. */
export function takeEarlyAnswer(path: string): Promise<Response> | undefined {
  const early = globalThis.saldoEarlyAnswer
  globalThis.saldoEarlyAnswer = undefined
  return early?.path === path ? early.answer : undefined
}
