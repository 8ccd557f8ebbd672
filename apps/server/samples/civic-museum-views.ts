/** Ways to look at the sample museum, one of each kind; two of them for everybody outside. */
import { formSchema } from '@muster/contract/views/types/form'
import type { SampleView } from './sample.ts'

export const civicMuseumViews: readonly SampleView[] = [
  {
    collection: 'legislators',
    type: 'table',
    name: 'Legislators by name',
    description: 'Everyone, by last name, with party and seat.',
    fields: ['name', 'party', 'chamber', 'state', 'district', 'birthday', 'in_office'],
    filters: ['party', 'state', 'chamber'],
    more: () => ({ sort: [{ field: 'last_name', direction: 'asc' }] }),
  },
  {
    collection: 'legislators',
    type: 'list',
    name: 'Gallery of current legislators',
    description: 'Those in office today, as cards.',
    fields: ['party', 'chamber', 'state', 'phone', 'website'],
    filters: ['party', 'state'],
    more: (field) => ({
      filter: { field: 'in_office', op: 'is', value: true },
      sort: [{ field: 'last_name', direction: 'asc' }],
      displayOptions: { layout: 'gallery', colorDataFieldId: field('party') },
    }),
  },
  {
    collection: 'currentSenators',
    type: 'list',
    name: 'Senators by party',
    description: 'A column for each party.',
    fields: ['state', 'senate_class', 'party'],
    more: (field) => ({
      sort: [{ field: 'last_name', direction: 'asc' }],
      displayOptions: {
        layout: 'kanban',
        groupDataFieldId: field('party'),
        colorDataFieldId: field('party'),
      },
    }),
  },
  {
    collection: 'legislators',
    type: 'detail',
    name: 'Legislator',
    description: 'One person on a page of his own.',
    fields: [
      'name',
      'party',
      'chamber',
      'state',
      'district',
      'birthday',
      'gender',
      'phone',
      'website',
      'office',
    ],
    more: (field) => ({
      urlDataFieldId: field('bioguide_id'),
      missingRecordMessage: 'Nobody of this name sat in Congress.',
      missingRecordMessageTranslations: {
        es: 'Nadie con este nombre estuvo en el Congreso.',
        fr: 'Personne de ce nom n’a siégé au Congrès.',
      },
    }),
  },
  {
    collection: 'historicalLegislators',
    type: 'calendar',
    name: 'Birthdays',
    description: 'Who of the past was born on which day of the year.',
    fields: ['birthday', 'party', 'state'],
    filters: ['party', 'state'],
    more: (field) => ({
      eventStartDataFieldId: field('birthday'),
      isVisibleExternally: true,
      includeDatesWithNoEvents: true,
      noEventsMessage: 'Nobody was born on this day.',
      noEventsMessageTranslations: {
        es: 'Nadie nació en este día.',
        fr: 'Personne n’est né ce jour-là.',
      },
      displayOptions: { isYearly: true, colorDataFieldId: field('party') },
    }),
  },
  {
    collection: 'offices',
    type: 'map',
    name: 'Offices near you',
    description: 'Every district office on the map.',
    fields: ['legislator', 'address', 'building', 'phone', 'hours', 'state'],
    filters: ['state'],
    more: (field) => ({ mapLocationDataFieldId: field('address'), isVisibleExternally: true }),
  },
  {
    collection: 'legislators',
    type: 'timeline',
    name: 'Legislators through time',
    description: 'When everyone was born, in a lane for each party.',
    fields: ['birthday', 'party', 'state'],
    filters: ['party', 'state'],
    more: (field) => ({
      eventStartDataFieldId: field('birthday'),
      displayOptions: { groupDataFieldId: field('party'), colorDataFieldId: field('party') },
    }),
  },
  {
    collection: 'loans',
    type: 'form',
    name: 'Ask for a loan',
    description: 'A new loan in one step, without the wizard.',
    fields: ['borrower', 'period', 'insured_for', 'remarks'],
    more: () => ({
      form: formSchema.parse({
        title: 'Ask for a loan',
        titleTranslations: { es: 'Pedir un préstamo', fr: 'Demander un prêt' },
        text: 'The registrar looks at it within two days.',
        textTranslations: {
          es: 'El registro lo revisa en dos días.',
          fr: 'Le régisseur l’examine sous deux jours.',
        },
        doneText: 'Thank you. You will hear from the registrar.',
        doneTextTranslations: {
          es: 'Gracias. El registro se pondrá en contacto con usted.',
          fr: 'Merci. Le régisseur vous répondra.',
        },
      }),
    }),
  },
]
