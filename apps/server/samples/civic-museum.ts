/** The first sample team: a museum of Congress with real tables, and one collection that shows every field type. */
import { civicMuseumCards } from './civic-museum-cards.ts'
import { civicMuseumViews } from './civic-museum-views.ts'
import { civicMuseumWizards, loanRequests, loanStates, loans, openLoans } from './civic-museum-wizards.ts'
import { cell, type Row, readTable } from './csv.ts'
import { list } from './lists.ts'
import { museumMessages } from './messages.ts'
import { type Lookup, type SampleCollection, type SampleRecord, type SampleTeam, texts } from './sample.ts'
import { sampleFiles } from './sample-files.ts'
import { showcase, topics } from './showcase.ts'
import { states } from './states.ts'
import { museumWork } from './tasks.ts'

const gender = list(
  'gender',
  texts('Gender', 'Género', 'Genre'),
  texts('Genders', 'Géneros', 'Genres'),
  'fas fa-venus-mars',
  [
    { key: 'F', name: texts('Woman', 'Mujer', 'Femme'), color: '#be185d' },
    { key: 'M', name: texts('Man', 'Hombre', 'Homme'), color: '#0369a1' },
  ],
)

const chamber = list(
  'chamber',
  texts('Chamber', 'Cámara', 'Chambre'),
  texts('Chambers', 'Cámaras', 'Chambres'),
  'fas fa-landmark',
  [
    {
      key: 'house',
      name: texts('House', 'Cámara de Representantes', 'Chambre des représentants'),
      color: '#0f766e',
    },
    { key: 'senate', name: texts('Senate', 'Senado', 'Sénat'), color: '#7c3aed' },
    { key: 'joint', name: texts('Joint', 'Conjunta', 'Mixte'), color: '#64748b' },
  ],
)

const knownParties: Record<string, { es: string; fr: string; color: string }> = {
  Democrat: { es: 'Demócrata', fr: 'Démocrate', color: '#2563eb' },
  Republican: { es: 'Republicano', fr: 'Républicain', color: '#dc2626' },
  Independent: { es: 'Independiente', fr: 'Indépendant', color: '#6b7280' },
  Whig: { es: 'Whig', fr: 'Whig', color: '#a16207' },
  Federalist: { es: 'Federalista', fr: 'Fédéraliste', color: '#b45309' },
  Libertarian: { es: 'Libertario', fr: 'Libertarien', color: '#ca8a04' },
}

const legislatorRows = (table: 'current' | 'historical') => readTable(`legislators-${table}`)

/** Every party of the tables, today's first. */
function parties() {
  const names = new Set(Object.keys(knownParties))
  const found = [...legislatorRows('current'), ...legislatorRows('historical')].map(
    ({ party }) => party ?? '',
  )
  for (const name of [...new Set(found)].sort()) if (name) names.add(name)
  return [...names].map((name) => {
    const known = knownParties[name]
    return known
      ? { key: name, name: texts(name, known.es, known.fr), color: known.color }
      : { key: name, name: texts(name, name, name) }
  })
}

const party = list(
  'party',
  texts('Party', 'Partido', 'Parti'),
  texts('Parties', 'Partidos', 'Partis'),
  'fas fa-flag',
  parties,
)

const state = list(
  'state',
  texts('State', 'Estado', 'État'),
  texts('States', 'Estados', 'États'),
  'fas fa-map',
  Object.entries(states).map(([key, name]) => ({ key, name })),
)

const legislators: SampleCollection = {
  key: 'legislators',
  name: texts('Legislator', 'Legislador', 'Parlementaire'),
  pluralName: texts('Legislators', 'Legisladores', 'Parlementaires'),
  description: 'Everyone who sat in the Congress of the United States since 1789.',
  icon: 'fad fa-landmark',
  representsPeople: true,
  isShownOnTeamDashboard: true,
  fields: [
    { column: 'first_name', title: texts('First name', 'Nombre de pila', 'Prénom'), dataType: 'plain_text' },
    {
      column: 'middle_name',
      title: texts('Middle name', 'Segundo nombre', 'Deuxième prénom'),
      dataType: 'plain_text',
    },
    { column: 'last_name', title: texts('Last name', 'Apellido', 'Nom de famille'), dataType: 'plain_text' },
    { column: 'in_office', title: texts('In office', 'En el cargo', 'En fonction'), dataType: 'boolean' },
    {
      column: 'party',
      title: texts('Party', 'Partido', 'Parti'),
      dataType: 'single_selection_from_list',
      list: 'party',
    },
    {
      column: 'chamber',
      title: texts('Chamber', 'Cámara', 'Chambre'),
      dataType: 'single_selection_from_list',
      list: 'chamber',
    },
    {
      column: 'state',
      title: texts('State', 'Estado', 'État'),
      dataType: 'single_selection_from_list',
      list: 'state',
    },
    { column: 'district', title: texts('District', 'Distrito', 'Circonscription'), dataType: 'number' },
    {
      column: 'senate_class',
      title: texts('Senate class', 'Clase del Senado', 'Classe au Sénat'),
      dataType: 'number',
    },
    {
      column: 'birthday',
      title: texts('Birthday', 'Fecha de nacimiento', 'Date de naissance'),
      dataType: 'date',
    },
    {
      column: 'gender',
      title: texts('Gender', 'Género', 'Genre'),
      dataType: 'single_selection_from_list',
      list: 'gender',
    },
    { column: 'phone', title: texts('Phone', 'Teléfono', 'Téléphone'), dataType: 'phone_number' },
    { column: 'website', title: texts('Website', 'Sitio web', 'Site web'), dataType: 'url' },
    {
      column: 'contact_form',
      title: texts('Contact form', 'Formulario de contacto', 'Formulaire de contact'),
      dataType: 'url',
    },
    { column: 'office', title: texts('Office', 'Oficina', 'Bureau'), dataType: 'plain_text' },
    {
      column: 'bioguide_id',
      title: texts('Bioguide id', 'Id de Bioguide', 'Identifiant Bioguide'),
      dataType: 'code',
      options: { isUnique: true, helpText: 'The identifier of the Biographical Directory of Congress' },
    },
    {
      column: 'wikipedia',
      title: texts('Wikipedia article', 'Artículo de Wikipedia', 'Article Wikipédia'),
      dataType: 'plain_text',
    },
  ],
  records: (at) => [legislatorRows('current').map((row) => legislator(at, row, true))],
}

function legislator(at: Lookup, row: Row, isInOffice: boolean): SampleRecord {
  const parts = [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' ')
  return {
    key: row.bioguide_id ?? '',
    values: {
      name: row.full_name || (row.suffix ? `${parts}, ${row.suffix}` : parts),
      first_name: row.first_name,
      middle_name: row.middle_name,
      last_name: row.last_name,
      in_office: isInOffice,
      party: row.party ? at.record('party', row.party) : null,
      chamber: at.record('chamber', row.type === 'sen' ? 'senate' : 'house'),
      state: row.state ? at.record('state', row.state) : null,
      district: cell('number', row.district),
      senate_class: cell('number', row.senate_class),
      birthday: cell('date', row.birthday),
      gender: row.gender ? at.record('gender', row.gender) : null,
      phone: cell('phone_number', row.phone),
      website: cell('url', row.url),
      contact_form: cell('url', row.contact_form),
      office: row.address,
      bioguide_id: row.bioguide_id,
      wikipedia: row.wikipedia_id,
    },
  }
}

const historicalLegislators: SampleCollection = {
  key: 'historicalLegislators',
  name: texts('Historical legislator', 'Legislador histórico', 'Parlementaire historique'),
  pluralName: texts('Historical legislators', 'Legisladores históricos', 'Parlementaires historiques'),
  description: 'Those whose last term has ended.',
  icon: 'fad fa-scroll',
  parent: 'legislators',
  representsPeople: true,
  records: (at) => [legislatorRows('historical').map((row) => legislator(at, row, false))],
}

const currentSenators: SampleCollection = {
  key: 'currentSenators',
  name: texts('Current senator', 'Senador actual', 'Sénateur en fonction'),
  pluralName: texts('Current senators', 'Senadores actuales', 'Sénateurs en fonction'),
  description: 'Found by a filter: in office, and in the Senate.',
  icon: 'fad fa-user-tie',
  parent: 'legislators',
  representsPeople: true,
  isShownOnTeamDashboard: true,
  filter: (at) => ({
    and: [
      { field: 'in_office', op: 'is', value: true },
      { field: 'chamber', op: 'is', value: at.record('chamber', 'senate') },
    ],
  }),
}

const offices: SampleCollection = {
  key: 'offices',
  name: texts('District office', 'Oficina de distrito', 'Bureau de circonscription'),
  pluralName: texts('District offices', 'Oficinas de distrito', 'Bureaux de circonscription'),
  description: 'Where legislators can be met at home.',
  icon: 'fad fa-location-dot',
  isShownOnTeamDashboard: true,
  fields: [
    {
      column: 'legislator',
      title: texts('Legislator', 'Legislador', 'Parlementaire'),
      dataType: 'single_data_record',
      links: 'legislators',
    },
    { column: 'address', title: texts('Address', 'Dirección', 'Adresse'), dataType: 'physical_address' },
    {
      column: 'state',
      title: texts('State', 'Estado', 'État'),
      dataType: 'single_selection_from_list',
      list: 'state',
    },
    { column: 'building', title: texts('Building', 'Edificio', 'Bâtiment'), dataType: 'plain_text' },
    { column: 'phone', title: texts('Phone', 'Teléfono', 'Téléphone'), dataType: 'phone_number' },
    { column: 'fax', title: texts('Fax', 'Fax', 'Télécopie'), dataType: 'phone_number' },
    { column: 'hours', title: texts('Hours', 'Horario', 'Horaires'), dataType: 'plain_text' },
    {
      column: 'office_id',
      title: texts('Office id', 'Id de oficina', 'Identifiant du bureau'),
      dataType: 'code',
      options: { isUnique: true },
    },
  ],
  records: (at) => [
    readTable('legislators-district-offices').map((row) => ({
      key: row.id ?? '',
      values: {
        name: [row.city, row.state].filter(Boolean).join(', '),
        legislator: at.record('legislators', row.bioguide ?? ''),
        address: addressOf(row),
        state: row.state ? at.record('state', row.state) : null,
        building: row.building,
        phone: cell('phone_number', row.phone),
        fax: cell('phone_number', row.fax),
        hours: row.hours,
        office_id: row.id,
      },
    })),
  ],
}

function addressOf(row: Row): Record<string, unknown> {
  return {
    line1: row.address || null,
    line2: row.suite || null,
    city: row.city || null,
    region: row.state || null,
    postalCode: row.zip || null,
    country: 'US',
    ...pointOf(row),
  }
}

/** One latitude of the table has a digit too many; a place without a point says less, but nothing false. */
function pointOf({ latitude, longitude }: Row): { lat: number | null; lng: number | null } {
  const [lat, lng] = [Number(latitude), Number(longitude)]
  const isPoint = latitude && longitude && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return isPoint ? { lat: Number(lat.toFixed(7)), lng: Number(lng.toFixed(7)) } : { lat: null, lng: null }
}

const memberships = () => readTable('committee-membership-current')

const committees: SampleCollection = {
  key: 'committees',
  name: texts('Committee', 'Comité', 'Commission'),
  pluralName: texts('Committees', 'Comités', 'Commissions'),
  icon: 'fad fa-users-rectangle',
  isShownOnTeamDashboard: true,
  fields: [
    { column: 'code', title: texts('Code', 'Código', 'Code'), dataType: 'code', options: { isUnique: true } },
    {
      column: 'chamber',
      title: texts('Chamber', 'Cámara', 'Chambre'),
      dataType: 'single_selection_from_list',
      list: 'chamber',
    },
    {
      column: 'part_of',
      title: texts('Part of', 'Parte de', 'Fait partie de'),
      dataType: 'single_data_record',
      links: 'committees',
    },
    {
      column: 'chair',
      title: texts('Chair', 'Presidencia', 'Présidence'),
      dataType: 'single_data_record',
      links: 'legislators',
    },
    {
      column: 'members',
      title: texts('Members', 'Miembros', 'Membres'),
      dataType: 'multi_data_record',
      links: 'legislators',
    },
  ],
  *records(at) {
    const byCommittee = new Map<string, Row[]>()
    for (const row of memberships()) {
      const id = row.committee_id ?? ''
      byCommittee.set(id, [...(byCommittee.get(id) ?? []), row])
    }
    const all = [...byCommittee].map(([id, rows]) => ({ id, rows }))
    const isMain = ({ id }: { id: string }) => id.length === 4
    yield all.filter(isMain).map(({ id, rows }) => committee(at, id, rows))
    yield all.filter((one) => !isMain(one)).map(({ id, rows }) => committee(at, id, rows))
  },
}

const chairs = /^(chair|chairman|chairwoman)$/i

function committee(at: Lookup, id: string, rows: readonly Row[]): SampleRecord {
  const [
    { committee_name: main = '', committee_subcommittee_name: sub = '', committee_type: type = '' } = {},
  ] = rows
  const chair = rows.find(({ title }) => chairs.test(title ?? ''))
  const ranked = [...rows].sort((a, b) => Number(a.rank) - Number(b.rank))
  return {
    key: id,
    values: {
      name: sub ? `${sub} (${main})` : main,
      code: id,
      chamber: at.record('chamber', type.split(' ')[0] ?? ''),
      part_of: sub ? at.record('committees', id.slice(0, 4)) : null,
      chair: chair ? at.record('legislators', chair.bioguide ?? '') : null,
      members: ranked.map(({ bioguide }) => at.record('legislators', bioguide ?? '')),
    },
  }
}

const sides = list(
  'side',
  texts('Side', 'Bando', 'Bord'),
  texts('Sides', 'Bandos', 'Bords'),
  'fas fa-scale-balanced',
  [
    { key: 'majority', name: texts('Majority', 'Mayoría', 'Majorité'), color: '#0f766e' },
    { key: 'minority', name: texts('Minority', 'Minoría', 'Minorité'), color: '#b45309' },
  ],
)

const committeeMemberships: SampleCollection = {
  key: 'memberships',
  name: texts('Committee membership', 'Membresía de comité', 'Appartenance à une commission'),
  pluralName: texts('Committee memberships', 'Membresías de comités', 'Appartenances aux commissions'),
  icon: 'fad fa-id-badge',
  fields: [
    {
      column: 'legislator',
      title: texts('Legislator', 'Legislador', 'Parlementaire'),
      dataType: 'single_data_record',
      links: 'legislators',
    },
    {
      column: 'committee',
      title: texts('Committee', 'Comité', 'Commission'),
      dataType: 'single_data_record',
      links: 'committees',
    },
    { column: 'title', title: texts('Title', 'Cargo', 'Fonction'), dataType: 'plain_text' },
    { column: 'rank', title: texts('Rank', 'Rango', 'Rang'), dataType: 'number' },
    {
      column: 'side',
      title: texts('Side', 'Bando', 'Bord'),
      dataType: 'single_selection_from_list',
      list: 'side',
    },
  ],
  records: (at) => [
    memberships().map((row) => ({
      values: {
        name: `${row.name}, ${row.committee_subcommittee_name || row.committee_name}`,
        legislator: at.record('legislators', row.bioguide ?? ''),
        committee: at.record('committees', row.committee_id ?? ''),
        title: row.title,
        rank: cell('number', row.rank),
        side: at.record('side', row.party ?? ''),
      },
    })),
  ],
}

export const civicMuseum: SampleTeam = {
  team: {
    name: 'Civic Museum',
    shortName: 'Civic',
    description: 'A museum of the Congress of the United States, made of real public-domain tables.',
    primaryTimezone: 'America/New_York',
    defaultInterfaceLanguage: 'en',
    enumAppBrandId: 1,
    country: 'US',
    currency: 'USD',
  },
  language: 'en',
  files: sampleFiles,
  collections: [
    gender,
    chamber,
    party,
    state,
    sides,
    topics,
    legislators,
    historicalLegislators,
    currentSenators,
    offices,
    committees,
    committeeMemberships,
    showcase,
    loanStates,
    loans,
    loanRequests,
    openLoans,
  ],
  cardGroups: civicMuseumCards,
  views: civicMuseumViews,
  work: museumWork,
  wizards: civicMuseumWizards,
  messages: museumMessages,
}
