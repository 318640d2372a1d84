import type { TestApp } from './app.ts'

/** Sends a form with one file, as a browser does; null: a form without a file. */
export async function sendFile(
  app: TestApp,
  of: {
    method: 'PUT' | 'POST'
    url: string
    headers: Record<string, string>
    file: Buffer | null
    name: string
    fields?: Record<string, string>
  },
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(of.fields ?? {})) form.set(field, value)
  if (of.file) form.set('file', new Blob([new Uint8Array(of.file)]), of.name)
  else form.set('note', 'niente')
  const body = new Response(form)
  return app.call({
    method: of.method,
    url: of.url,
    headers: { ...of.headers, 'content-type': body.headers.get('content-type') as string },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}
