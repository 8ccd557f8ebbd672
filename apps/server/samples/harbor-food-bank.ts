/** The second sample team: small, Spanish, of another brand, so that switching teams shows. All people are made up. */
import { campRegistrations, campWaitingList, harborWizards, shirtSizes } from './harbor-wizards.ts'
import { list } from './lists.ts'
import { foodBankMessages } from './messages.ts'
import {
  type Lookup,
  type SampleCardGroup,
  type SampleCollection,
  type SampleRecord,
  type SampleTeam,
  texts,
} from './sample.ts'
import { foodBankWork } from './tasks.ts'

const roles = list(
  'role',
  texts('Role', 'Función', 'Rôle'),
  texts('Roles', 'Funciones', 'Rôles'),
  'fas fa-user-tag',
  [
    { name: texts('Volunteer', 'Voluntariado', 'Bénévole'), color: '#0f766e' },
    { name: texts('Donor', 'Donante', 'Donateur'), color: '#b45309' },
    { name: texts('Family', 'Familia', 'Famille'), color: '#2563eb' },
    { name: texts('Driver', 'Conducción', 'Chauffeur'), color: '#7c3aed' },
  ],
)

const languagesSpoken = list(
  'language',
  texts('Language', 'Idioma', 'Langue'),
  texts('Languages', 'Idiomas', 'Langues'),
  'fas fa-language',
  [
    { name: texts('Spanish', 'Español', 'Espagnol') },
    { name: texts('English', 'Inglés', 'Anglais') },
    { name: texts('French', 'Francés', 'Français') },
  ],
)

const people: SampleCollection = {
  key: 'people',
  name: texts('Person', 'Persona', 'Personne'),
  pluralName: texts('People', 'Personas', 'Personnes'),
  icon: 'fad fa-people-group',
  representsPeople: true,
  isShownOnTeamDashboard: true,
  fields: [
    {
      column: 'role',
      title: texts('Role', 'Función', 'Rôle'),
      dataType: 'single_selection_from_list',
      list: 'role',
    },
    {
      column: 'email',
      title: texts('Email', 'Correo electrónico', 'Courriel'),
      dataType: 'email_address',
      options: { isUnique: true },
    },
    { column: 'phone', title: texts('Phone', 'Teléfono', 'Téléphone'), dataType: 'phone_number' },
    {
      column: 'languages',
      title: texts('Languages', 'Idiomas', 'Langues'),
      dataType: 'multi_selection_from_list',
      list: 'language',
    },
    {
      column: 'birthday',
      title: texts('Birthday', 'Fecha de nacimiento', 'Date de naissance'),
      dataType: 'date',
    },
    {
      column: 'household',
      title: texts('Household size', 'Personas en el hogar', 'Taille du foyer'),
      dataType: 'number',
      settings: { min: 1, max: 30 },
    },
    { column: 'address', title: texts('Address', 'Dirección', 'Adresse'), dataType: 'physical_address' },
    {
      column: 'since',
      title: texts('With us since', 'Con nosotros desde', 'Avec nous depuis'),
      dataType: 'date',
    },
    { column: 'is_active', title: texts('Active', 'Activa', 'Active'), dataType: 'boolean' },
    {
      column: 'donated',
      title: texts('Donated', 'Donado', 'Donné'),
      dataType: 'money',
      settings: { currency: 'USD' },
    },
    {
      column: 'notes',
      title: texts('Notes', 'Notas', 'Notes'),
      dataType: 'plain_text',
      settings: { isMultiline: true },
    },
  ],
  records: (at) => [names.map((name, index) => person(at, name, index))],
}

const volunteers: SampleCollection = {
  key: 'volunteers',
  name: texts('Active volunteer', 'Voluntario activo', 'Bénévole actif'),
  pluralName: texts('Active volunteers', 'Voluntarios activos', 'Bénévoles actifs'),
  icon: 'fad fa-hand-holding-heart',
  parent: 'people',
  representsPeople: true,
  isShownOnTeamDashboard: true,
  filter: (at) => ({
    and: [
      { field: 'is_active', op: 'is', value: true },
      { field: 'role', op: 'is', value: at.record('role', 'Volunteer') },
    ],
  }),
}

const names = [
  'Marisol Aguayo',
  'Tadeo Barrientos',
  'Noelia Cabán',
  'Iván Dardón',
  'Ofelia Escalera',
  'Rubén Figarola',
  'Yadira Galíndez',
  'Horacio Huertas',
  'Perla Iturrino',
  'Saúl Jaramago',
  'Lucía Kercadó',
  'Damián Lebrón',
  'Aurora Mangual',
  'Nicolás Negrete',
  'Zulma Ocasio',
  'Efraín Pabellón',
  'Brenda Quiles',
  'Joaquín Rentas',
  'Vanesa Sabater',
  'Omar Talavera',
  'Elsa Urdaneta',
  'Gilberto Vallecillo',
  'Irma Wiscovitch',
  'Leandro Xirau',
  'Celia Yordán',
  'Wilfredo Zaragoza',
  'Amparo Béjar',
  'Rafael Cintrón',
  'Teresa Dueñas',
  'Julio Enríquez',
  'Sofía Fontánez',
  'Mateo Giralt',
  'Rocío Hinojosa',
  'Andrés Iglesias',
  'Paloma Jurado',
  'Bruno Landa',
  'Dolores Meléndez',
  'Simón Nazario',
  'Camila Orsini',
  'Pablo Peñalver',
  'Hélène Rousseau',
  'Grace Whitlock',
]

const roleNames = ['Volunteer', 'Family', 'Volunteer', 'Donor', 'Family', 'Driver']
const towns = [
  { city: 'San Juan', postalCode: '00901', lat: 18.4655, lng: -66.1057 },
  { city: 'Ponce', postalCode: '00730', lat: 18.0111, lng: -66.6141 },
  { city: 'Mayagüez', postalCode: '00680', lat: 18.2013, lng: -67.1397 },
  { city: 'Caguas', postalCode: '00725', lat: 18.2341, lng: -66.0485 },
]

function person(at: Lookup, name: string, index: number): SampleRecord {
  const role = roleNames[index % roleNames.length]!
  const { city, postalCode, lat, lng } = towns[index % towns.length]!
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(' ', '.')
  const spoken = ['Spanish', ...(index % 3 === 0 ? ['English'] : []), ...(index > 39 ? ['French'] : [])]
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    key: slug,
    values: {
      name,
      role: at.record('role', role),
      email: `${slug}@example.org`,
      phone: `+1787555${String(100 + index).padStart(4, '0')}`,
      languages: spoken.map((language) => at.record('language', language)),
      birthday: `${1948 + ((index * 7) % 55)}-${two(1 + ((index * 5) % 12))}-${two(1 + ((index * 11) % 28))}`,
      household: role === 'Family' ? 2 + (index % 5) : 1,
      address: {
        line1: `Calle ${index + 10}`,
        line2: null,
        city,
        region: 'PR',
        postalCode,
        country: 'US',
        lat,
        lng,
      },
      since: `${2017 + (index % 9)}-${two(1 + (index % 12))}-01`,
      is_active: index % 7 !== 3,
      donated: role === 'Donor' ? { amount: 50 + index * 12.5, currency: 'USD' } : null,
      notes: index % 10 === 0 ? 'Prefiere que la llamen por la tarde.' : null,
    },
  }
}

const cardGroups: readonly SampleCardGroup[] = [
  {
    collection: 'people',
    name: texts('Person', 'Persona', 'Personne'),
    icon: 'fas fa-user',
    cards: [
      {
        title: texts('Who', 'Quién', 'Qui'),
        width: 'half',
        fields: ['name', 'role', 'languages', 'birthday', 'is_active'],
      },
      {
        title: texts('Contact', 'Contacto', 'Contact'),
        width: 'half',
        fields: ['email', 'phone', 'address'],
      },
      {
        title: texts('With us', 'Con nosotros', 'Avec nous'),
        fields: ['since', 'household', 'donated', 'notes'],
      },
    ],
  },
]

export const harborFoodBank: SampleTeam = {
  team: {
    name: 'Harbor Food Bank',
    shortName: 'Harbor',
    description: 'Un banco de alimentos con familias, voluntarios y donantes.',
    primaryTimezone: 'America/Puerto_Rico',
    defaultInterfaceLanguage: 'es',
    enumAppBrandId: 2,
    country: 'PR',
    currency: 'USD',
  },
  language: 'es',
  collections: [roles, languagesSpoken, shirtSizes, people, volunteers, campRegistrations, campWaitingList],
  cardGroups,
  work: foodBankWork,
  wizards: harborWizards,
  messages: foodBankMessages,
}
