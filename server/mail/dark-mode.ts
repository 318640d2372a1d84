/**
 * The colours of a built-in mail on dark screens: told to the clients that follow the reader's choice, so that they need not
 * guess by turning colours around. The classes are those of `letter.mjml`. A style sheet of its own, because some clients drop
 * a whole sheet when it contains something that they do not know. Not for templates of the back office, which choose their own
 * colours.
 */
const darkStyles = `@media (prefers-color-scheme: dark) {
  .letter, .letter > div { background-color: #101818 !important; }
  .letter div, .letter td, .letter strong, .letter span, .letter tr { color: #e6eded !important; }
  .letter tr { border-color: #5f6f6f !important; }
  .letter a { color: #7fd3dc !important; }
  .letter .dim div, .letter td > span { color: #a9b7b7 !important; }
  .letter .brand div { color: #7fd3dc !important; }
  .letter .good div { color: #6fcf97 !important; }
  .letter .bad div { color: #ff9c87 !important; }
  .letter .held div { color: #d7a6da !important; }
  .letter .settled p { border-top-color: #6fcf97 !important; }
  .letter .open p, .letter .rule p { border-top-color: #5f6f6f !important; }
  .letter .button a { color: #ffffff !important; }
  .letter .logo img { background-color: #ffffff; padding: 4px; }
}`

const head = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style type="text/css">:root { color-scheme: light dark; supported-color-schemes: light dark; }</style><style type="text/css">${darkStyles}</style>`

/** The document of a built-in mail with its colours on dark screens. */
export const withDarkMode = (html: string): string => html.replace('</head>', () => `${head}</head>`)
