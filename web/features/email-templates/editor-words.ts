import italian from 'grapesjs/locale/it.mjs'

/* What the visual editor says. Its Italian knows neither the blocks of MJML nor the names of styles. */

const sides = { top: 'Sopra', right: 'A destra', bottom: 'Sotto', left: 'A sinistra' }
/** The four sides of a margin: GrapesJS adds `-sub` to the names of a property's parts. */
const sidesOf = (property: string) =>
  Object.fromEntries(Object.entries(sides).map(([key, side]) => [`${property}-${key}-sub`, side]))

const properties = {
  width: 'Larghezza',
  height: 'Altezza',
  'max-width': 'Larghezza massima',
  'min-height': 'Altezza minima',
  margin: 'Margine esterno',
  ...sidesOf('margin'),
  padding: 'Margine interno',
  ...sidesOf('padding'),
  'icon-size': 'Misura dell’icona',
  'vertical-align': 'Allineamento verticale',
  'font-family': 'Carattere',
  'font-size': 'Dimensione',
  'font-weight': 'Spessore',
  'font-style': 'Corsivo',
  'letter-spacing': 'Spazio fra le lettere',
  'line-height': 'Interlinea',
  color: 'Colore del testo',
  'text-align': 'Allineamento',
  align: 'Allineamento',
  'text-decoration': 'Sottolineatura',
  'text-transform': 'Maiuscole',
  direction: 'Direzione',
  'background-color': 'Colore di sfondo',
  'container-background-color': 'Colore dietro il blocco',
  'background-url': 'Immagine di sfondo',
  'background-repeat': 'Ripetizione dello sfondo',
  'background-size': 'Misura dello sfondo',
  'background-position': 'Posizione dello sfondo',
  border: 'Bordo',
  'border-detached': 'Bordo',
  'border-width': 'Spessore del bordo',
  'border-style': 'Tratto del bordo',
  'border-color': 'Colore del bordo',
  'border-collapse': 'Bordi uniti',
  'border-radius': 'Angoli arrotondati',
  'border-top-left-radius': 'In alto a sinistra',
  'border-top-right-radius': 'In alto a destra',
  'border-bottom-left-radius': 'In basso a sinistra',
  'border-bottom-right-radius': 'In basso a destra',
  'css-class': 'Classe',
}

const alignments = { left: 'Sinistra', center: 'Centro', right: 'Destra', justify: 'Giustificato' }
const options = {
  'text-align': alignments,
  align: alignments,
  'vertical-align': { top: 'In alto', middle: 'Al centro', bottom: 'In basso' },
  'font-style': { normal: 'Normale', italic: 'Corsivo' },
  'font-weight': {
    ...{ 100: 'Sottile', 200: 'Molto leggero', 300: 'Leggero', 400: 'Normale', 500: 'Medio' },
    ...{ 600: 'Semigrassetto', 700: 'Grassetto', 800: 'Molto grasso', 900: 'Nero' },
  },
  'text-decoration': { none: 'Nessuna', underline: 'Sottolineato', 'line-through': 'Barrato' },
  'border-style': {
    ...{ none: 'Nessuno', solid: 'Continuo', dotted: 'A punti', dashed: 'A tratti', double: 'Doppio' },
    ...{ groove: 'Scavato', ridge: 'In rilievo', inset: 'Incassato', outset: 'Sporgente' },
  },
}

const names = {
  ...{
    body: 'E-mail',
    section: 'Riga',
    column: 'Colonna',
    group: 'Gruppo',
    wrapper: 'Riquadro',
    raw: 'HTML',
  },
  ...{ oneColumn: '1 colonna', twoColumn: '2 colonne', threeColumn: '3 colonne' },
  ...{ text: 'Testo', button: 'Pulsante', image: 'Immagine', divider: 'Linea', spacer: 'Spazio' },
  ...{ hero: 'Copertina', navBar: 'Menu', navLink: 'Voce del menu' },
  ...{ socialGroup: 'Reti sociali', socialElement: 'Rete sociale' },
}

/** Messages of the editor in Italian, with those of its MJML blocks. */
export const editorWords = {
  ...italian,
  domComponents: {
    names: {
      ...(italian.domComponents as { names: object }).names,
      ...{ mjml: 'E-mail', 'mj-head': 'Intestazione', 'mj-attributes': 'Stili', 'mj-all': 'Stile di tutto' },
      ...{ 'mj-class': 'Stile', 'mj-title': 'Titolo', 'mj-preview': 'Anteprima nella casella' },
    },
  },
  styleManager: {
    ...(italian.styleManager as object),
    empty: 'Scegli un elemento dell’e-mail per cambiarne lo stile',
    sectors: { dimension: 'Dimensioni', typography: 'Testo', decorations: 'Sfondo e bordi' },
    properties,
    options,
  },
  traitManager: {
    empty: 'Scegli un elemento dell’e-mail per cambiarne gli attributi',
    label: 'Attributi',
    traits: {
      labels: {
        ...{ id: 'Nome interno', title: 'Titolo', alt: 'Testo alternativo', href: 'Link', rel: 'Relazione' },
        ...{ target: 'Si apre in', src: 'Immagine', name: 'Nome', lang: 'Lingua', dir: 'Direzione' },
        ...{ 'full-width': 'A tutta larghezza', owa: 'Outlook sul web' },
      },
      attributes: {
        ...{ id: { placeholder: '' }, alt: { placeholder: 'per esempio Logo' }, title: { placeholder: '' } },
        href: { placeholder: 'https://' },
      },
      options: { target: { false: 'Questa finestra', _blank: 'Nuova finestra' } },
    },
  },
  'grapesjs-mjml': {
    category: 'Contenuto',
    panels: {
      buttons: { undo: 'Annulla', redo: 'Ripeti', desktop: 'Computer', tablet: 'Tablet', mobile: 'Telefono' },
    },
    components: { names },
  },
}

/** The buttons above a text that is being written. */
export const writingButtons = {
  ...{ bold: 'Grassetto', italic: 'Corsivo', underline: 'Sottolineato', strikethrough: 'Barrato' },
  ...{ link: 'Link', wrap: 'Blocco da colorare' },
}
/** The choice of a colour. */
export const colourWords = {
  ...{ cancelText: 'Annulla', chooseText: 'Scegli', clearText: 'Togli il colore' },
  noColorSelectedText: 'Nessun colore',
}
