declare module 'grapesjs/locale/it.mjs' {
  const messages: Record<string, unknown>
  export default messages
}
