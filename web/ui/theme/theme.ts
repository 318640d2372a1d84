import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const scale = (colours: string) => colours.split(',') as unknown as MantineColorsTuple

const ottanio = scale('#eefafc,#d9f2f6,#b8e4ea,#8fd1da,#6dbec9,#49a1ad,#2b8792,#07727d,#005c66,#00434a')
const bosco = scale('#eefbf1,#dbf5e0,#bbe8c6,#94d6a6,#75c48b,#52a76d,#368d54,#1c7740,#00622f,#004721')
const ocra = scale('#fff6ea,#fdead0,#f5d5a8,#eabb78,#dba551,#c48c2f,#a97200,#875b00,#6d4900,#503400')
const mattone = scale('#fff5f3,#ffe7e1,#ffcdc3,#ffac9b,#ff8973,#e16852,#c34e39,#ab3724,#931f0b,#700e00')
const zucchero = scale('#f2f8ff,#e0efff,#c1deff,#9dc8fa,#80b4ed,#6196d1,#487cb5,#33679f,#1e5389,#0d3b69')
const prugna = scale('#fef4fe,#f9e6fa,#efcef0,#e0b2e2,#d09ad3,#b37bb6,#98629b,#824e85,#6d3a71,#522755')
const gray = scale('#f8fbfb,#f1f5f5,#e6ebea,#d7dede,#c1c9c9,#9ba5a5,#737f7e,#566262,#3a4746,#121e1e')
const dark = scale('#ebeff0,#b7c0c0,#97a1a1,#788383,#4a5555,#313c3c,#222c2d,#141e1e,#0c1616,#060e0e')

export const theme = createTheme({
  colors: {
    ottanio,
    bosco,
    ocra,
    mattone,
    zucchero,
    prugna,
    gray,
    dark,
    red: mattone,
    green: bosco,
    teal: bosco,
    yellow: ocra,
    orange: ocra,
    blue: zucchero,
    cyan: ottanio,
    violet: prugna,
  },
  primaryColor: 'ottanio',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  black: '#121e1e',
  white: '#ffffff',
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '3px', md: '4px', lg: '4px', xl: '4px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1.0625rem', xl: '1.25rem' },
  fontFamily: '"Archivo Variable", "Saldo Fallback", system-ui, sans-serif',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The placeholder for the first focus is no menu item, and a menu may hold nothing else (ARIA); the first item takes it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Choosing again what is chosen leaves it chosen: what may be empty has a button to empty it (`clearable`).
    Select: { defaultProps: { allowDeselect: false } },
  },
})

/** Points Mantine's own variables at ours (`tokens.css`), which the public pages use without Mantine. */
const corrections = {
  '--mantine-color-body': 'var(--saldo-paper)',
  '--mantine-color-text': 'var(--saldo-text)',
  '--mantine-color-dimmed': 'var(--saldo-dim)',
  '--mantine-color-placeholder': 'var(--saldo-dim)',
  '--mantine-color-default': 'var(--saldo-paper)',
  '--mantine-color-default-color': 'var(--saldo-text)',
  '--mantine-color-default-border': 'var(--saldo-field)',
  '--mantine-color-anchor': 'var(--saldo-link)',
  '--mantine-color-error': 'var(--saldo-danger)',
  '--mantine-color-success': 'var(--saldo-success)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...corrections, '--mantine-color-default-hover': 'var(--saldo-desk)' },
  dark: { ...corrections, '--mantine-color-default-hover': 'var(--mantine-color-dark-5)' },
})
