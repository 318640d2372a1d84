import type { Cents } from '@saldo/domain/money'

/** name, street, number, comune, CAP, flats, boxes, shops, stairs; then what the building has and how it is run. */
type Row = readonly [string, string, string, string, string, number, number, number, number, string?]

/**
 * Words of the last column: `lift`, `heat` (central heating), `garden`; `bimonthly` (six instalments a year, else
 * four); `works` (extraordinary works, billed in four instalments); `stripe2` (collects by the second provider account);
 * `parts` (takes parts of what is due, from fifty euros up); `taken-over` (just taken over, its bank account is not open yet).
 */
// biome-ignore format: a table is read at a glance
const firstStudio: readonly Row[] = [
  ['Condominio Ghibellina', 'Via Ghibellina', '34', 'Firenze', '50122', 26, 4, 3, 2, 'lift heat works parts'],
  ['Residenza Il Cedro', 'Viale Don Giovanni Minzoni', '17', 'Firenze', '50129', 34, 12, 0, 2, 'lift heat garden'],
  ['Condominio Via Masaccio 112', 'Via Masaccio', '112', 'Firenze', '50132', 18, 0, 1, 1, 'lift bimonthly'],
  ['Condominio Le Cure', 'Via Faentina', '88', 'Firenze', '50133', 22, 6, 0, 2, 'heat works'],
  ['Condominio Novoli 63', 'Via di Novoli', '63', 'Firenze', '50127', 40, 10, 2, 3, 'lift heat'],
  ['Condominio Gavinana', 'Viale Europa', '129', 'Firenze', '50126', 30, 8, 2, 2, 'lift heat works'],
  ['Residenza dei Pini', 'Viale dei Pini', '21', 'Firenze', '50142', 28, 8, 0, 2, 'lift garden'],
  ['Palazzo Serragli', 'Via dei Serragli', '77', 'Firenze', '50124', 12, 0, 2, 1, 'works'],
  ["Condominio Sant'Ambrogio", 'Via Pietrapiana', '40', 'Firenze', '50121', 14, 0, 2, 1, 'bimonthly'],
  ['Condominio Le Torri', 'Via Guglielmo Marconi', '9', 'Scandicci', '50018', 44, 14, 0, 4, 'lift heat garden works'],
  ['Condominio Pascoli', 'Via Giovanni Pascoli', '15', 'Scandicci', '50018', 20, 6, 0, 2, 'lift'],
  ['Condominio Primavera', 'Viale Ariosto', '210', 'Sesto Fiorentino', '50019', 32, 8, 0, 2, 'lift heat works'],
  ['Residenza Il Girasole', 'Via Bologna', '210', 'Prato', '59100', 24, 10, 0, 2, 'lift garden'],
  ['Condominio Valentini', 'Viale Vittorio Veneto', '33', 'Prato', '59100', 30, 0, 4, 2, 'lift heat works'],
  ['Condominio La Fonte', 'Via Roma', '52', 'Empoli', '50053', 18, 6, 0, 1, 'lift'],
  ['Condominio Gramsci 54', 'Corso Antonio Gramsci', '54', 'Pistoia', '51100', 16, 0, 3, 1, 'lift heat'],
  ['Condominio Porta Elisa', 'Viale Castruccio Castracani', '201', 'Lucca', '55100', 22, 6, 0, 2, 'lift works stripe2'],
  ['Condominio Stazione', 'Via Benedetto Croce', '27', 'Pisa', '56125', 28, 0, 3, 2, 'lift heat'],
  ['Residenza Belvedere', 'Viale Camillo Benso di Cavour', '86', 'Siena', '53100', 20, 8, 0, 2, 'garden works'],
  ['Condominio Michelangelo', 'Viale Michelangelo', '64', 'Arezzo', '52100', 24, 6, 0, 2, 'lift heat'],
  ['Condominio Il Pontino', 'Via Senese', '90', 'Grosseto', '58100', 18, 4, 0, 1, 'lift bimonthly'],
  ['Residenza Antella', "Via dell'Antella", '18', 'Bagno a Ripoli', '50012', 16, 12, 0, 2, 'garden works'],
  ['Condominio Mare', 'Via Aurelia Nord', '140', 'Viareggio', '55049', 30, 6, 1, 3, 'lift'],
  ['Condominio Nuova Figline', 'Via Fiorentina', '7', 'Figline e Incisa Valdarno', '50063', 16, 4, 0, 1, 'lift taken-over'],
]
// biome-ignore format: a table is read at a glance
const secondStudio: readonly Row[] = [
  ['Condominio Saragozza 145', 'Via Saragozza', '145', 'Bologna', '40135', 28, 4, 2, 2, 'lift heat works'],
  ['Condominio Mazzini', 'Via Giuseppe Mazzini', '89', 'Bologna', '40137', 36, 8, 2, 3, 'lift heat'],
  ['Condominio Arcoveggio', "Via dell'Arcoveggio", '60', 'Bologna', '40129', 30, 8, 0, 2, 'lift heat works'],
  ['Residenza I Portici', 'Via San Felice', '122', 'Bologna', '40122', 14, 0, 2, 1, 'bimonthly'],
  ['Condominio Amendola', 'Viale Giovanni Amendola', '210', 'Modena', '41125', 34, 12, 0, 3, 'lift heat garden'],
  ['Condominio Timavo', 'Viale Timavo', '41', "Reggio nell'Emilia", '42121', 22, 0, 2, 2, 'lift works'],
  ['Condominio Mentana', 'Viale Mentana', '29', 'Parma', '43121', 24, 0, 3, 2, 'lift heat'],
  ['Condominio Corso Isonzo', 'Corso Isonzo', '105', 'Ferrara', '44121', 20, 4, 0, 2, 'lift works'],
  ['Residenza La Pineta', 'Viale Romolo Ricci', '8', 'Ravenna', '48121', 22, 10, 0, 2, 'garden stripe2'],
  ['Condominio Marecchia', 'Via Dario Campana', '73', 'Rimini', '47922', 26, 6, 0, 2, 'lift heat works'],
  ['Condominio Tre Re', 'Via Emilia', '155', 'Imola', '40026', 16, 0, 2, 1, 'lift'],
  ['Condominio Ugo Bassi', 'Via Ugo Bassi', '12', 'Carpi', '41012', 18, 6, 0, 1, 'lift bimonthly'],
  ['Condominio Manfredi', 'Corso Giacomo Matteotti', '26', 'Faenza', '48018', 14, 2, 2, 1, 'works'],
  ['Condominio Porta San Giorgio', 'Via Giovanni Prati', '6', 'Verona', '37124', 20, 6, 0, 2, 'lift heat'],
  ['Condominio Prato della Valle', 'Via Luca Belludi', '31', 'Padova', '35123', 22, 0, 3, 2, 'lift heat works'],
  ['Condominio Corticella', 'Via di Corticella', '180', 'Bologna', '40128', 18, 6, 0, 1, 'lift taken-over'],
]

export type Place = {
  /** The index of its administrator: 0 or 1. */
  studio: number
  name: string
  address: string
  house_number: string
  city: string
  zip_code: string
  flats: number
  boxes: number
  shops: number
  stairs: number
  lift: boolean
  heat: boolean
  garden: boolean
  works: boolean
  taken_over: boolean
  instalments_a_year: 4 | 6
  provider_account: 'stripe' | 'stripe2'
  minimum_payment: Cents | null
}

export const places: readonly Place[] = [
  ...firstStudio.map((row) => placeOf(0, row)),
  ...secondStudio.map((row) => placeOf(1, row)),
]

function placeOf(studio: number, row: Row): Place {
  const [name, address, house_number, city, zip_code, flats, boxes, shops, stairs, words = ''] = row
  const has = (word: string) => words.split(' ').includes(word)
  return {
    ...{ studio, name, address, house_number, city, zip_code, flats, boxes, shops, stairs },
    lift: has('lift'),
    heat: has('heat'),
    garden: has('garden'),
    works: has('works'),
    taken_over: has('taken-over'),
    instalments_a_year: has('bimonthly') ? 6 : 4,
    provider_account: has('stripe2') ? 'stripe2' : 'stripe',
    minimum_payment: has('parts') ? 5_000 : null,
  }
}
