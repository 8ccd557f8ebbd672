/** Exhibitions of the sample museum: a few records in which every field type is used as people use it. */
import { list } from './lists.ts'
import { type Lookup, type SampleCollection, type SampleRecord, texts } from './sample.ts'

export const topics = list(
  'topic',
  texts('Topic', 'Tema', 'Thème'),
  texts('Topics', 'Temas', 'Thèmes'),
  'fas fa-tags',
  [
    { name: texts('Elections', 'Elecciones', 'Élections'), color: '#2563eb' },
    { name: texts('Civil rights', 'Derechos civiles', 'Droits civiques'), color: '#7c3aed' },
    { name: texts('Architecture', 'Arquitectura', 'Architecture'), color: '#b45309' },
    { name: texts('Economy', 'Economía', 'Économie'), color: '#0f766e' },
    { name: texts('Foreign affairs', 'Asuntos exteriores', 'Affaires étrangères'), color: '#be185d' },
  ],
)

export const showcase: SampleCollection = {
  key: 'exhibitions',
  name: texts('Exhibition', 'Exposición', 'Exposition'),
  pluralName: texts('Exhibitions', 'Exposiciones', 'Expositions'),
  description: 'Every type of field, used once.',
  icon: 'fad fa-palette',
  isShownOnTeamDashboard: true,
  avatar: 'poster',
  fields: [
    {
      column: 'number',
      title: texts('Number', 'Número', 'Numéro'),
      dataType: 'code',
      settings: { autoNumber: { prefix: 'EX-', digits: 3 } },
      options: { isUnique: true, displayWidth: 'quarter' },
    },
    { column: 'poster', title: texts('Poster', 'Cartel', 'Affiche'), dataType: 'single_image' },
    {
      column: 'icon',
      title: texts('Icon', 'Icono', 'Icône'),
      dataType: 'icon',
      options: { displayWidth: 'quarter' },
    },
    {
      column: 'is_open',
      title: texts('Open now', 'Abierta ahora', 'Ouverte'),
      dataType: 'boolean',
      options: { displayWidth: 'quarter' },
    },
    {
      column: 'description',
      title: texts('Description', 'Descripción', 'Description'),
      dataType: 'formatted_text',
    },
    {
      column: 'topic',
      title: texts('Main topic', 'Tema principal', 'Thème principal'),
      dataType: 'single_selection_from_list',
      list: 'topic',
    },
    {
      column: 'topics',
      title: texts('All topics', 'Todos los temas', 'Tous les thèmes'),
      dataType: 'multi_selection_from_list',
      list: 'topic',
    },
    {
      column: 'announced_on',
      title: texts('Announced on', 'Anunciada el', 'Annoncée le'),
      dataType: 'date',
      options: { displayWidth: 'third' },
    },
    {
      column: 'opening',
      title: texts('Opening night', 'Inauguración', 'Vernissage'),
      dataType: 'date_time',
      options: { displayWidth: 'third' },
    },
    {
      column: 'run',
      title: texts('On show', 'En exhibición', 'À l’affiche'),
      dataType: 'date_range',
      options: { displayWidth: 'third' },
    },
    {
      column: 'visitors',
      title: texts('Visitors', 'Visitantes', 'Visiteurs'),
      dataType: 'number',
      options: { displayWidth: 'third' },
    },
    {
      column: 'hours_per_visit',
      title: texts('Hours per visit', 'Horas por visita', 'Heures par visite'),
      dataType: 'decimal',
      settings: { min: 0, max: 24, decimals: 2 },
      options: { displayWidth: 'third' },
    },
    {
      column: 'rating',
      title: texts('Press rating', 'Valoración de la prensa', 'Évaluation de la presse'),
      dataType: 'rating',
      options: { displayWidth: 'third' },
    },
    {
      column: 'funded',
      title: texts('Funded', 'Financiado', 'Financé'),
      dataType: 'percentage',
      options: { displayWidth: 'third' },
    },
    {
      column: 'budget',
      title: texts('Budget', 'Presupuesto', 'Budget'),
      dataType: 'money',
      settings: { currency: 'USD' },
      options: { displayWidth: 'half' },
    },
    {
      column: 'sponsorship',
      title: texts('Sponsorship', 'Patrocinio', 'Parrainage'),
      dataType: 'payment_status',
      options: { displayWidth: 'half' },
    },
    {
      column: 'ticket',
      title: texts('Group ticket', 'Entrada de grupo', 'Billet de groupe'),
      dataType: 'financial_line_item',
      settings: { currency: 'USD' },
    },
    {
      column: 'costs',
      title: texts('Costs', 'Costos', 'Coûts'),
      dataType: 'financial_line_items',
      settings: { currency: 'USD' },
    },
    {
      column: 'contact_email',
      title: texts('Contact email', 'Correo de contacto', 'Courriel de contact'),
      dataType: 'email_address',
      options: { displayWidth: 'half' },
    },
    {
      column: 'contact_phone',
      title: texts('Contact phone', 'Teléfono de contacto', 'Téléphone de contact'),
      dataType: 'phone_number',
      options: { displayWidth: 'half' },
    },
    { column: 'web_page', title: texts('Web page', 'Página web', 'Page web'), dataType: 'url' },
    { column: 'place', title: texts('Place', 'Lugar', 'Lieu'), dataType: 'physical_address' },
    {
      column: 'patron',
      title: texts('Patron', 'Padrino', 'Parrain'),
      dataType: 'single_data_record',
      links: 'legislators',
    },
    {
      column: 'partners',
      title: texts('Partner committees', 'Comités asociados', 'Commissions partenaires'),
      dataType: 'multi_data_record',
      links: 'committees',
    },
    {
      column: 'source',
      title: texts('Main source', 'Fuente principal', 'Source principale'),
      dataType: 'single_data_collection',
    },
    {
      column: 'sources',
      title: texts('All sources', 'Todas las fuentes', 'Toutes les sources'),
      dataType: 'multi_data_collection',
    },
    {
      column: 'agreement',
      title: texts('Loan agreement', 'Contrato de préstamo', 'Contrat de prêt'),
      dataType: 'single_file',
      settings: { allowedKinds: ['pdf'] },
    },
    { column: 'papers', title: texts('Papers', 'Documentos', 'Documents'), dataType: 'multi_file' },
    { column: 'gallery', title: texts('Gallery', 'Galería', 'Galerie'), dataType: 'multi_image' },
    { column: 'film', title: texts('Film', 'Vídeo', 'Vidéo'), dataType: 'video' },
    { column: 'facts', title: texts('Facts', 'Datos', 'Faits'), dataType: 'detail_list' },
    {
      column: 'notes',
      title: texts('Notes', 'Notas', 'Notes'),
      dataType: 'plain_text',
      settings: { isMultiline: true },
    },
  ],
  records: (at) => [exhibitions.map((exhibition, index) => record(at, exhibition, index))],
}

interface Exhibition {
  name: string
  icon: string
  about: string
  topics: readonly string[]
  /** First and last day. */
  run: readonly [string, string | null]
  visitors: number | null
  hoursPerVisit: number | null
  /** Stars in the press. */
  rating: number | null
  funded: number
  budget: number
  sponsorship: string
  /** Bioguide id of the patron. */
  patron: string
  committees: readonly string[]
}

const exhibitions: readonly Exhibition[] = [
  {
    name: 'Votes for Women',
    icon: 'fas fa-check-to-slot',
    about: 'How the Nineteenth Amendment was won, <strong>state by state</strong>.',
    topics: ['Civil rights', 'Elections'],
    run: ['2026-03-06', '2026-09-27'],
    visitors: 48_210,
    hoursPerVisit: 1.75,
    rating: 5,
    funded: 100,
    budget: 184_500,
    sponsorship: 'paid',
    patron: 'K000367',
    committees: ['SSJU', 'HSHA'],
  },
  {
    name: 'A Dome of Iron',
    icon: 'fas fa-landmark-dome',
    about: 'Building the Capitol’s dome in the middle of a war.',
    topics: ['Architecture'],
    run: ['2026-05-15', '2027-01-10'],
    visitors: 31_877,
    hoursPerVisit: 1.4,
    rating: 4,
    funded: 82.5,
    budget: 240_000,
    sponsorship: 'partially_paid',
    patron: 'C000127',
    committees: ['HSPW'],
  },
  {
    name: 'The Long Count',
    icon: 'fas fa-scale-balanced',
    about: 'Contested elections from 1800 to today.',
    topics: ['Elections'],
    run: ['2026-10-02', '2027-03-31'],
    visitors: null,
    hoursPerVisit: null,
    rating: null,
    funded: 64,
    budget: 97_250,
    sponsorship: 'pending',
    patron: 'S000033',
    committees: ['SSRA', 'HSHA'],
  },
  {
    name: 'Powers of the Purse',
    icon: 'fas fa-coins',
    about: 'Who pays for what, and who decides.',
    topics: ['Economy'],
    run: ['2025-11-01', '2026-04-19'],
    visitors: 22_904,
    hoursPerVisit: 0.9,
    rating: 4,
    funded: 100,
    budget: 68_000,
    sponsorship: 'paid',
    patron: 'W000802',
    committees: ['HSAP', 'SSAP', 'SSFI'],
  },
  {
    name: 'Treaties',
    icon: 'fas fa-handshake',
    about: 'Advice, consent and refusal: <em>the Senate and the world</em>.',
    topics: ['Foreign affairs'],
    run: ['2027-02-12', '2027-08-29'],
    visitors: null,
    hoursPerVisit: null,
    rating: null,
    funded: 15,
    budget: 132_400,
    sponsorship: 'unpaid',
    patron: 'B001236',
    committees: ['SSFR', 'HSFA'],
  },
  {
    name: 'Reconstruction',
    icon: 'fas fa-hammer',
    about: 'The first Black members of Congress and what they built.',
    topics: ['Civil rights'],
    run: ['2025-06-19', '2026-02-28'],
    visitors: 57_031,
    hoursPerVisit: 2.25,
    rating: 5,
    funded: 100,
    budget: 205_000,
    sponsorship: 'paid',
    patron: 'R000122',
    committees: ['HSJU', 'SSJU'],
  },
  {
    name: 'On the Farm',
    icon: 'fas fa-wheat-awn',
    about: 'Two centuries of farm bills.',
    topics: ['Economy'],
    run: ['2026-07-04', '2026-12-31'],
    visitors: 9_120,
    hoursPerVisit: 0.75,
    rating: 3,
    funded: 91.2,
    budget: 54_300,
    sponsorship: 'paid',
    patron: 'K000367',
    committees: ['SSAF', 'HSAG'],
  },
  {
    name: 'Cast Your Ballot',
    icon: 'fas fa-box-archive',
    about: 'Machines, boxes and booths to try out.',
    topics: ['Elections', 'Architecture'],
    run: ['2026-01-20', null],
    visitors: 76_544,
    hoursPerVisit: 0.5,
    rating: 4,
    funded: 100,
    budget: 38_900,
    sponsorship: 'paid',
    patron: 'C000127',
    committees: ['HSHA'],
  },
  {
    name: 'Cold War Hearings',
    icon: 'fas fa-microphone-lines',
    about: 'Testimony that changed lives.',
    topics: ['Foreign affairs', 'Civil rights'],
    run: ['2024-09-10', '2025-05-18'],
    visitors: 40_385,
    hoursPerVisit: 1.6,
    rating: 4,
    funded: 100,
    budget: 88_000,
    sponsorship: 'refunded',
    patron: 'M000355',
    committees: ['HSAS', 'SSAS'],
  },
  {
    name: 'Mapping the Districts',
    icon: 'fas fa-map-location-dot',
    about: 'How lines are drawn, and redrawn.',
    topics: ['Elections', 'Civil rights'],
    run: ['2026-11-12', '2027-06-06'],
    visitors: null,
    hoursPerVisit: null,
    rating: null,
    funded: 40,
    budget: 71_600,
    sponsorship: 'pending',
    patron: 'S000033',
    committees: ['HSHA', 'SSRA'],
  },
  {
    name: 'The Railroad Congress',
    icon: 'fas fa-train',
    about: 'Land grants, bonds and the first lobbyists.',
    topics: ['Economy', 'Architecture'],
    run: ['2023-04-22', '2023-12-03'],
    visitors: 18_760,
    hoursPerVisit: 1.15,
    rating: 2,
    funded: 100,
    budget: 61_000,
    sponsorship: 'cancelled',
    patron: 'W000802',
    committees: ['HSPW', 'SSCM'],
  },
  {
    name: 'Voices of the Gallery',
    icon: 'fas fa-comments',
    about: 'Visitors tell what they heard from above.',
    topics: ['Civil rights'],
    run: ['2027-04-01', null],
    visitors: null,
    hoursPerVisit: null,
    rating: null,
    funded: 0,
    budget: 12_750,
    sponsorship: 'failed',
    patron: 'R000122',
    committees: ['JSLC'],
  },
]

const posters = ['poster-suffrage.png', 'poster-capitol.png', 'poster-frontier.png']
const films = ['https://vimeo.com/76979871', 'https://www.youtube.com/watch?v=jNQXAC9IVRw']
const halls = ['Hall A', 'Hall B', 'Hall C']

function record(at: Lookup, exhibition: Exhibition, index: number): SampleRecord {
  const [start, end] = exhibition.run
  const isEven = index % 2 === 0
  const slug = exhibition.name.toLowerCase().replace(/[^a-z]+/g, '-')
  const guests = 10 + index * 5
  return {
    values: {
      name: exhibition.name,
      poster: at.file(posters[index % posters.length]!),
      icon: exhibition.icon,
      is_open: exhibition.visitors !== null && (end === null || end > '2026-06-30'),
      description: `<p>${exhibition.about}</p><ul><li>Guided tours at 11:00 and 15:00</li><li>Free for schools</li></ul>`,
      topic: at.record('topic', exhibition.topics[0]!),
      topics: exhibition.topics.map((name) => at.record('topic', name)),
      announced_on: `${Number(start.slice(0, 4)) - 1}${start.slice(4)}`,
      opening: `${start}T23:30:00Z`,
      run: { start, end },
      visitors: exhibition.visitors,
      hours_per_visit: exhibition.hoursPerVisit,
      rating: exhibition.rating,
      funded: exhibition.funded,
      budget: { amount: exhibition.budget, currency: 'USD' },
      sponsorship: exhibition.sponsorship,
      ticket: {
        description: `Group of ${guests}`,
        quantity: guests,
        unitAmount: 8.5,
        currency: 'USD',
        taxRate: 6,
      },
      costs: [
        { description: 'Show cases', quantity: 4 + index, unitAmount: 1250, currency: 'USD', taxRate: 6 },
        { description: 'Lighting, per day', quantity: 30, unitAmount: 85.4, currency: 'USD', taxRate: 0 },
        ...(isEven
          ? [{ description: 'Catalogue', quantity: 500, unitAmount: 7.35, currency: 'USD', taxRate: 6 }]
          : []),
      ],
      contact_email: `${slug}@example.org`,
      contact_phone: `+1202555${String(110 + index).padStart(4, '0')}`,
      web_page: `https://example.org/exhibitions/${slug}`,
      place: {
        line1: '100 Constitution Avenue NE',
        line2: halls[index % halls.length],
        city: 'Washington',
        region: 'DC',
        postalCode: '20002',
        country: 'US',
        lat: 38.8925,
        lng: -77.0058,
      },
      patron: at.record('legislators', exhibition.patron),
      partners: exhibition.committees.map((id) => at.record('committees', id)),
      source: at.collection(isEven ? 'legislators' : 'committees'),
      sources: ['legislators', 'committees', 'offices']
        .slice(0, 1 + (index % 3))
        .map((key) => at.collection(key)),
      agreement: isEven ? at.file('loan-agreement.pdf') : null,
      papers: isEven
        ? [at.file('floor-plan.pdf'), at.file('teaching-guide.pdf')]
        : [at.file('teaching-guide.pdf')],
      gallery: [at.file('gallery-east-wing.png'), at.file('gallery-rotunda.png')].slice(0, 1 + (index % 2)),
      film: films[index % films.length],
      facts: [
        { label: 'Objects', value: String(40 + index * 7) },
        { label: 'Curator', value: isEven ? 'Ines Calder' : 'Tomás Rey' },
        { label: 'Audio guide', value: 'English, Spanish, French' },
      ],
      notes: isEven ? 'Handle textiles with gloves.\nKeep below 50 lux.' : null,
    },
  }
}
