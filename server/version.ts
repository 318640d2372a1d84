/** The build, as the specification names it; the web app's is compared with it. */
export const version = 'v2.0-395'
