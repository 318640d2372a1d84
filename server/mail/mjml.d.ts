/** The part of mjml 5 that we use; the package has no types. */
declare module 'mjml' {
  export default function mjml2html(
    source: string,
    options: { fonts: Record<string, string>; validationLevel: 'strict' | 'soft' | 'skip' },
  ): Promise<{ html: string; errors: { formattedMessage: string }[] }>
}
