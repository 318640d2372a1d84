/** Surnames and given names as a registry has them: accents, apostrophes, particles, people born abroad. */
// biome-ignore format: a list is read at a glance
export const surnames = [
  'Rossi', 'Bianchi', 'Russo', 'Ferrari', 'Esposito', 'Romano', 'Colombo', 'Ricci', 'Marino', 'Greco', 'Bruno', 'Gallo',
  'Conti', 'De Luca', 'Mancini', 'Costa', 'Giordano', 'Rizzo', 'Lombardi', 'Moretti', 'Barbieri', 'Fontana', 'Santoro',
  'Mariani', 'Rinaldi', 'Caruso', 'Ferrara', 'Galli', 'Martini', 'Leone', 'Longo', 'Gentile', 'Martinelli', 'Vitale',
  'Lombardo', 'Serra', 'Coppola', 'De Santis', "D'Angelo", 'Marchetti', 'Parisi', 'Villa', 'Conte', 'Ferraro', 'Ferri',
  'Fabbri', 'Bianco', 'Marini', 'Grasso', 'Valentini', 'Messina', 'Sala', 'De Angelis', 'Gatti', 'Pellegrini', 'Palumbo',
  'Sanna', 'Farina', 'Rizzi', 'Monti', 'Cattaneo', 'Morelli', 'Amato', 'Silvestri', 'Mazza', 'Testa', 'Grassi',
  'Pellegrino', 'Carbone', 'Giuliani', 'Benedetti', 'Barone', 'Rossetti', 'Caputo', 'Montanari', 'Guerra', 'Palmieri',
  'Bernardi', 'Martino', 'Fiore', 'De Rosa', 'Ferretti', 'Bellini', 'Basile', 'Riva', 'Donati', 'Piras', 'Vitali',
  'Battaglia', 'Sartori', 'Neri', 'Costantini', 'Milani', 'Pagano', 'Ruggiero', 'Sorrentino', "D'Amico", 'Orlando',
  'Negri', 'Mantovani', "Dell'Orto", "D'Alessandro", "Dall'Ò", 'Cantù', 'Niccolai', 'Nicolì', "Sant'Ambrogio", 'Pini',
  'Bartolini', 'Nannini', 'Ciabatti', 'Innocenti', 'Lapi', 'Cecchi', 'Masi', 'Baldi', 'Bacci', 'Gori', 'Pucci',
  "Degl'Innocenti", 'Zanetti', 'Zuccherelli', 'Venturi', 'Xotta', 'Fo', 'Ughi', 'Dolci', 'Tognetti', 'Quaranta',
]
// biome-ignore format: a list is read at a glance
export const womensNames = [
  'Lucia', 'Maria', 'Anna', 'Giulia', 'Francesca', 'Chiara', 'Sara', 'Laura', 'Elena', 'Paola', 'Silvia', 'Martina',
  'Federica', 'Valentina', 'Alessia', 'Elisa', 'Roberta', 'Simona', 'Cristina', 'Rosa', 'Giovanna', 'Teresa', 'Angela',
  'Carla', 'Daniela', 'Patrizia', 'Ilaria', 'Beatrice', 'Margherita', 'Ginevra', 'Zoè', 'Noemi', 'Agnese', 'Ada',
  'Maria Grazia', 'Anna Maria', 'Rosaria', 'Ornella', 'Fiorella', 'Ines',
]
// biome-ignore format: a list is read at a glance
export const mensNames = [
  'Marco', 'Andrea', 'Luca', 'Francesco', 'Giuseppe', 'Giovanni', 'Antonio', 'Mario', 'Alessandro', 'Stefano', 'Paolo',
  'Roberto', 'Matteo', 'Lorenzo', 'Davide', 'Simone', 'Federico', 'Riccardo', 'Tommaso', 'Niccolò', 'Nicolò', 'Giacomo',
  'Pietro', 'Filippo', 'Salvatore', 'Vincenzo', 'Enrico', 'Claudio', 'Massimo', 'Sergio', 'Bruno', 'Dario', 'Leonardo',
  'Cosimo', 'Duccio', 'Noè', 'Gian Luca', 'Ugo', 'Pier Paolo', 'Elia',
]
/** Born abroad: surname, given name, sex, the country's Belfiore code. */
// biome-ignore format: a list is read at a glance
export const bornAbroad = [
  ['Popescu', 'Ioana', 'F', 'Z129'], ['Ionescu', 'Andrei', 'M', 'Z129'], ['Munteanu', 'Elena', 'F', 'Z129'],
  ['Hoxha', 'Arben', 'M', 'Z100'], ['Shehu', 'Mirela', 'F', 'Z100'], ['Kovačević', 'Ana', 'F', 'Z149'],
  ['Chen', 'Wei', 'M', 'Z210'], ['Hu', 'Xiaoyan', 'F', 'Z210'], ['Benali', 'Youssef', 'M', 'Z330'],
  ['El Amrani', 'Fatima', 'F', 'Z330'], ['Diallo', 'Mamadou', 'M', 'Z343'], ['Fernández', 'José', 'M', 'Z131'],
  ['Müller', 'Jörg', 'M', 'Z112'], ['Lefèvre', 'Hélène', 'F', 'Z110'], ['Shevchenko', 'Olena', 'F', 'Z138'],
  ['Perera', 'Nuwan', 'M', 'Z209'],
] as const
/** The shops and offices on the ground floor, and who owns flats to let. */
// biome-ignore format: a list is read at a glance
export const companies = [
  'Farmacia Santa Croce S.n.c.', 'Panificio Il Forno S.r.l.', 'Studio Dentistico Neri & C. S.t.p.',
  'Immobiliare Lungarno S.r.l.', 'Bar Caffè Roma S.a.s.', 'Ottica Moderna S.r.l.', "L'Arte del Legno S.r.l.",
  'Ferramenta Fratelli Gori S.n.c.', 'Autoscuola Europa S.r.l.', 'Libreria Il Segnalibro S.r.l.',
  'Edil Casa S.r.l.', 'Tintoria Più Bianco S.n.c.', 'Agenzia Viaggi Orizzonti S.r.l.', 'Studio Legale Amato e Associati',
  'Alimentari Da Ugo di Ugo Masi', 'Fiori & Verde S.a.s.', 'Società Cooperativa Abitare', 'Parrucchieri Gli Amici S.n.c.',
  'Immobiliare San Frediano S.p.A.', 'Pizzeria Al Mattarello S.r.l.', "Erboristeria L'Ortica S.a.s.",
  'Elettronica Ricci S.r.l.', 'Cartoleria Punto e Virgola S.n.c.', 'Palestra Vitality S.S.D. a r.l.',
  "Gastronomia Dall'Oste S.r.l.", 'Centro Medico Città di Bologna S.r.l.', 'Caf Servizi Più S.r.l.',
  'Gelateria Perché No S.n.c.', 'Assicurazioni Venturi S.a.s.', 'Macelleria Fratelli Zanetti S.n.c.',
]
/** The birthplaces of most of them: comuni of the table of cities. */
// biome-ignore format: a list is read at a glance
export const birthplaces = [
  'Firenze', 'Firenze', 'Firenze', 'Prato', 'Pistoia', 'Empoli', 'Scandicci', 'Arezzo', 'Siena', 'Livorno', 'Lucca', 'Pisa',
  'Grosseto', 'Bologna', 'Bologna', 'Modena', 'Parma', 'Ferrara', 'Ravenna', 'Forlì', 'Rimini', 'Milano', 'Torino', 'Roma',
  'Napoli', 'Palermo', 'Bari', 'Catania', 'Genova', 'Venezia', 'Verona', 'Padova', 'Cagliari', 'Perugia', 'Ancona',
  'Reggio di Calabria', 'Potenza', 'Lecce', 'Foggia', 'Viterbo',
]
