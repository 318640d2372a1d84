/** Collects, as sentences, where a figure differs from the books. */
export class Differences {
  readonly sentences: string[] = []
  compared = 0
  /** `got` must equal `wanted`, or one of them. */
  same(where: string, got: unknown, wanted: unknown): void {
    this.compared += 1
    const [seen, said] = [JSON.stringify(got), JSON.stringify(wanted)]
    if (seen !== said) this.sentences.push(`${where}: ${seen}, the books say ${said}`)
  }
  oneOf(where: string, got: unknown, wanted: readonly unknown[]): void {
    this.compared += 1
    if (!wanted.includes(got)) this.sentences.push(`${where}: ${got}, the books say ${wanted.join(' or ')}`)
  }
}
