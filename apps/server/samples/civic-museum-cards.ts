/** How records of the sample museum are laid out. */
import { type SampleCardGroup, texts } from './sample.ts'

export const civicMuseumCards: readonly SampleCardGroup[] = [
  {
    collection: 'legislators',
    name: texts('Profile', 'Perfil', 'Profil'),
    icon: 'fas fa-id-card',
    cards: [
      {
        title: texts('Person', 'Persona', 'Personne'),
        width: 'half',
        fields: ['name', 'birthday', 'gender', 'bioguide_id', 'wikipedia'],
      },
      {
        title: texts('Seat', 'Escaño', 'Siège'),
        width: 'half',
        fields: ['party', 'chamber', 'state', 'district', 'senate_class', 'in_office'],
      },
      {
        title: texts('Contact', 'Contacto', 'Contact'),
        fields: ['phone', 'website', 'contact_form', 'office'],
      },
    ],
  },
  {
    collection: 'legislators',
    name: texts('Work', 'Trabajo', 'Travail'),
    icon: 'fas fa-users-rectangle',
    cards: [
      {
        title: texts('Committees', 'Comités', 'Commissions'),
        type: 'table',
        from: ['memberships', 'legislator'],
        fields: ['committee', 'title', 'rank', 'side'],
      },
      {
        title: texts('Chairs', 'Preside', 'Préside'),
        type: 'table',
        width: 'half',
        from: ['committees', 'chair'],
        fields: ['chamber', 'code'],
      },
      {
        title: texts('District offices', 'Oficinas de distrito', 'Bureaux de circonscription'),
        type: 'table',
        width: 'half',
        from: ['offices', 'legislator'],
        fields: ['phone', 'hours'],
      },
    ],
  },
  {
    collection: 'offices',
    name: texts('Office', 'Oficina', 'Bureau'),
    icon: 'fas fa-location-dot',
    cards: [
      {
        title: texts('Where', 'Dónde', 'Où'),
        width: 'two_thirds',
        fields: ['address', 'building', 'hours'],
      },
      {
        title: texts('Reach', 'Contacto', 'Joindre'),
        width: 'third',
        fields: ['phone', 'fax', 'office_id'],
      },
      {
        title: texts('Legislator', 'Legislador', 'Parlementaire'),
        type: 'thumbnails',
        source: 'legislator',
        fields: ['party', 'state'],
      },
    ],
  },
  {
    collection: 'committees',
    name: texts('Committee', 'Comité', 'Commission'),
    icon: 'fas fa-users-rectangle',
    cards: [
      {
        title: texts('About', 'Información', 'À propos'),
        width: 'third',
        fields: ['name', 'code', 'chamber', 'part_of', 'chair'],
      },
      {
        title: texts('Members', 'Miembros', 'Membres'),
        type: 'table',
        width: 'two_thirds',
        source: 'members',
        fields: ['party', 'state', 'phone'],
      },
      {
        title: texts('Subcommittees', 'Subcomités', 'Sous-commissions'),
        type: 'table',
        from: ['committees', 'part_of'],
        fields: ['code', 'chair'],
      },
    ],
  },
  {
    collection: 'exhibitions',
    name: texts('Exhibition', 'Exposición', 'Exposition'),
    icon: 'fas fa-palette',
    cards: [
      {
        title: texts('About', 'Información', 'À propos'),
        width: 'two_thirds',
        fields: ['name', 'number', 'icon', 'is_open', 'topic', 'topics', 'description'],
      },
      {
        title: texts('When and where', 'Cuándo y dónde', 'Quand et où'),
        width: 'third',
        fields: ['announced_on', 'opening', 'run', 'visitors', 'rating', 'hours_per_visit', 'place'],
      },
      {
        title: texts('Gallery', 'Galería', 'Galerie'),
        type: 'thumbnails',
        width: 'two_thirds',
        source: 'gallery',
      },
      { title: texts('Papers', 'Documentos', 'Documents'), type: 'table', width: 'third', source: 'papers' },
    ],
  },
  {
    collection: 'exhibitions',
    name: texts('Money and partners', 'Dinero y socios', 'Finances et partenaires'),
    icon: 'fas fa-handshake',
    cards: [
      {
        title: texts('Budget', 'Presupuesto', 'Budget'),
        width: 'half',
        fields: ['budget', 'funded', 'sponsorship', 'ticket', 'costs'],
      },
      {
        title: texts('Patron', 'Patrocinio', 'Mécène'),
        type: 'thumbnails',
        width: 'half',
        source: 'patron',
        fields: ['party', 'state'],
      },
      {
        title: texts('Partner committees', 'Comités asociados', 'Commissions partenaires'),
        type: 'table',
        source: 'partners',
        fields: ['chamber', 'chair'],
      },
      {
        title: texts('Contact', 'Contacto', 'Contact'),
        fields: ['contact_email', 'contact_phone', 'web_page'],
      },
    ],
  },
]
