/** An import that exists at run time; `lazy` for `import()`. */
export type ValueImport = { specifier: string; lazy: boolean }

/** The value imports and re-exports of a TypeScript source, in its order. Type imports are left out: they are erased. */
export function valueImports(source: string): ValueImport[] {
  const found = source.matchAll(
    /(?<![\w.])(?:import|export)\s+(?:(type\s)?([^;'"()]*?)\s*from\s*)?'([^']+)'|(?<![\w.])import\(\s*'([^']+)'/g,
  )
  return [...found].flatMap(([, type, names = '', statically, lazily]) => {
    const specifier = statically ?? lazily
    if (!specifier || type || onlyTypes(names)) return []
    return [{ specifier, lazy: lazily !== undefined }]
  })
}

function onlyTypes(names: string): boolean {
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  const each = (listed?.split(',') ?? []).map((name) => name.trim()).filter(Boolean)
  return each.length > 0 && each.every((name) => name.startsWith('type '))
}
