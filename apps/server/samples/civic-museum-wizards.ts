/** The museum's wizard: the loan of objects to a legislator, which shows every type of task. */
import { list } from './lists.ts'
import { type SampleCollection, texts } from './sample.ts'
import { ask, type SampleWizard, set, translated } from './wizards.ts'

export const loanStates = list(
  'loanState',
  texts('State of a loan', 'Estado de un préstamo', 'État d’un prêt'),
  texts('States of loans', 'Estados de préstamos', 'États des prêts'),
  'fas fa-list-check',
  [
    { key: 'requested', name: texts('Requested', 'Solicitado', 'Demandé'), color: '#b45309' },
    { key: 'confirmed', name: texts('Confirmed', 'Confirmado', 'Confirmé'), color: '#0f766e' },
  ],
)

export const loans: SampleCollection = {
  key: 'loans',
  name: texts('Loan', 'Préstamo', 'Prêt'),
  pluralName: texts('Loans', 'Préstamos', 'Prêts'),
  description: 'What leaves the museum, for whom, and until when.',
  icon: 'fad fa-box-open',
  fields: [
    {
      column: 'borrower',
      title: texts('Borrower', 'Prestatario', 'Emprunteur'),
      dataType: 'single_data_record',
      links: 'legislators',
    },
    { column: 'period', title: texts('Period', 'Período', 'Période'), dataType: 'date_range' },
    {
      column: 'state',
      title: texts('State', 'Estado', 'État'),
      dataType: 'single_selection_from_list',
      list: 'loanState',
    },
    {
      column: 'insured_for',
      title: texts('Insured for', 'Asegurado por', 'Assuré pour'),
      dataType: 'money',
      settings: { currency: 'USD' },
    },
    {
      column: 'remarks',
      title: texts('Remarks', 'Observaciones', 'Remarques'),
      dataType: 'plain_text',
      settings: { isMultiline: true },
    },
  ],
}

export const openLoans: SampleCollection = {
  key: 'openLoans',
  name: texts('Loan under way', 'Préstamo en curso', 'Prêt en cours'),
  pluralName: texts('Loans under way', 'Préstamos en curso', 'Prêts en cours'),
  icon: 'fad fa-truck-fast',
  parent: 'loans',
}

export const loanRequests: SampleCollection = {
  key: 'loanRequests',
  name: texts('Loan request', 'Solicitud de préstamo', 'Demande de prêt'),
  pluralName: texts('Loan requests', 'Solicitudes de préstamo', 'Demandes de prêt'),
  icon: 'fad fa-inbox',
  parent: 'loans',
}

const own = 'en' as const

const loan: SampleWizard = {
  name: texts('Loan of objects', 'Préstamo de objetos', 'Prêt d’objets'),
  description: texts(
    'From the request to the confirmation: who borrows what, until when.',
    'De la solicitud a la confirmación: quién toma qué prestado y hasta cuándo.',
    'De la demande à la confirmation : qui emprunte quoi, jusqu’à quand.',
  ),
  icon: 'fas fa-box-open',
  settings: { availableLanguages: ['en', 'es', 'fr'] },
  thankYou: texts(
    '<p>The loan is confirmed.</p>',
    '<p>El préstamo está confirmado.</p>',
    '<p>Le prêt est confirmé.</p>',
  ),
  linkedTo: 'loans',
  steps: [
    {
      title: texts('Borrower', 'Prestatario', 'Emprunteur'),
      icon: 'fas fa-user-tie',
      tasks: [
        {
          type: 'find_matching_data_records',
          title: texts('Who borrows?', '¿Quién toma prestado?', 'Qui emprunte ?'),
          variable: 'borrower',
          settings: (at) => ({
            dataCollectionId: at.collection('legislators'),
            filterTemplate: { field: 'in_office', op: 'is', value: true },
            sort: [{ field: '@name', direction: 'asc' }],
            askUserToSelectSingleRecord: true,
            canOverrideFilterTemplate: false,
            matchingRecordsSelectionDisplayFields: [
              at.field('legislators', 'state'),
              at.field('legislators', 'chamber'),
              at.field('legislators', 'phone'),
            ],
          }),
        },
        {
          type: 'display_dataview',
          title: texts('Where they can be met', 'Dónde encontrarlos', 'Où les rencontrer'),
          settings: (at) => ({ dataViewToDisplayId: at.view('Offices near you'), selection: 'none' }),
        },
      ],
    },
    {
      title: texts('Objects', 'Objetos', 'Objets'),
      icon: 'fas fa-vase',
      isSavePoint: true,
      tasks: [
        {
          type: 'create_temp_variable',
          title: texts('Insurance', 'Seguro', 'Assurance'),
          variable: 'insurance',
          settings: () => ({
            ...translated(
              'tempVariableLabel',
              texts(
                'Each object is insured for',
                'Cada objeto está asegurado por',
                'Chaque objet est assuré pour',
              ),
              own,
            ),
            tempVariableDataType: 'money',
            tempFieldSettings: { currency: 'USD' },
          }),
        },
        {
          type: 'create_data_record',
          title: texts('What is lent?', '¿Qué se presta?', 'Que prête-t-on ?'),
          variable: 'lent',
          settings: (at) => ({
            dataCollectionId: at.collection('loans'),
            allowCreatingNewRecord: true,
            ...translated('newRecordLabel', texts('Another object', 'Otro objeto', 'Un autre objet'), own),
            fields: [
              ask(at.field('loans', 'name'), {
                isRequired: true,
                ...translated('label', texts('Object', 'Objeto', 'Objet'), own),
              }),
              ask(at.field('loans', 'period'), { isRequired: true }),
              ask(at.field('loans', 'remarks')),
              set(at.field('loans', 'borrower'), { variable: 'borrower' }),
              set(at.field('loans', 'insured_for'), { variable: 'insurance' }),
              set(at.field('loans', 'state'), at.record('loanState', 'requested')),
            ],
          }),
        },
        {
          type: 'add_data_records_to_data_collection',
          title: texts('List the requests', 'Anotar las solicitudes', 'Noter les demandes'),
          settings: (at) => ({ recordsValue: 'lent', dataCollectionId: at.collection('loanRequests') }),
        },
      ],
    },
    {
      title: texts('Confirmation', 'Confirmación', 'Confirmation'),
      icon: 'fas fa-signature',
      tasks: [
        {
          type: 'display_formatted_text',
          title: texts('Please check', 'Compruebe, por favor', 'Veuillez vérifier'),
          settings: () => ({
            ...translated(
              'textToDisplay',
              texts(
                '<p><b>{{ borrower.name }}</b> borrows, insured for {{ insurance }} each. Confirm to hand the objects over.</p>',
                '<p><b>{{ borrower.name }}</b> toma prestado, con un seguro de {{ insurance }} por objeto. Confirme para entregar los objetos.</p>',
                '<p><b>{{ borrower.name }}</b> emprunte, avec une assurance de {{ insurance }} par objet. Confirmez pour remettre les objets.</p>',
              ),
              own,
            ),
            showsAlone: true,
            ...translated('buttonLabel', texts('Confirm', 'Confirmar', 'Confirmer'), own),
          }),
        },
        {
          type: 'update_data_fields_for_data_records',
          title: texts('Confirm each', 'Confirmar cada uno', 'Confirmer chacun'),
          loop: 'lent',
          settings: (at) => ({
            recordsValue: 'item',
            fields: [set(at.field('loans', 'state'), at.record('loanState', 'confirmed'))],
          }),
        },
        {
          type: 'remove_data_records_from_data_collection',
          title: texts('Take off the requests', 'Quitar de las solicitudes', 'Retirer des demandes'),
          settings: (at) => ({ recordsValue: 'lent', dataCollectionId: at.collection('loanRequests') }),
        },
        {
          type: 'add_data_records_to_data_collection',
          title: texts('Under way', 'En curso', 'En cours'),
          inBackground: true,
          settings: (at) => ({ recordsValue: 'lent', dataCollectionId: at.collection('openLoans') }),
        },
        {
          type: 'export_data_records_to_csv',
          title: texts('List for the carrier', 'Lista para el transportista', 'Liste pour le transporteur'),
          settings: (at) => ({
            recordsValue: 'lent',
            dataFieldIds: [
              at.field('loans', 'name'),
              at.field('loans', 'period'),
              at.field('loans', 'insured_for'),
            ],
          }),
        },
        {
          type: 'send_outgoing_message',
          title: texts('Tell the borrower', 'Avisar al prestatario', 'Prévenir l’emprunteur'),
          settings: () => ({ recordsValue: 'borrower', outgoingMessageTemplateId: null }),
        },
      ],
    },
  ],
}

export const civicMuseumWizards: readonly SampleWizard[] = [loan]
