import { build } from 'vite'

/** A page that only starts React and draws one word: the least that a page with React costs. */
export async function emptyReactPage() {
  const name = 'virtual:empty-react-page'
  const { output } = await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    build: { write: false, rolldownOptions: { input: name, output: { format: 'iife' } } },
    plugins: [
      {
        name: 'empty-react-page',
        resolveId: (id) => (id === name ? id : null),
        load: (id) =>
          id === name
            ? "import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; createRoot(document.getElementById('root')).render(createElement('h1', null, 'Saldo'))"
            : null,
      },
    ],
  })
  const script = output.find(({ type }) => type === 'chunk').code.replaceAll('</script', '<\\/script')
  return `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vuota</title></head><body><div id="root"></div><script>${script}</script></body></html>`
}
