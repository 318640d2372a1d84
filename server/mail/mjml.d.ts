/** The part of mjml 5 that we use; its types describe an older one. */
declare module 'mjml' {
  export default function mjml2html(
    source: string,
    options: {
      fonts: Record<string, string>
      validationLevel: 'strict' | 'soft' | 'skip'
      ignoreIncludes: boolean
      keepComments: boolean
    },
  ): Promise<{ html: string; errors: { line: number; message: string; formattedMessage: string }[] }>
}
