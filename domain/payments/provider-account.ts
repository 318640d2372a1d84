/** The platform's accounts at the provider, as the office calls them. */
export const providerAccountLabels = { stripe: 'Conto principale', stripe2: 'Secondo conto' } as const
export type ProviderAccountName = keyof typeof providerAccountLabels
