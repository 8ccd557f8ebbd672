/** Wizards of the food bank: sign-up and camp for the public, intake for the staff, and an update by personal link. */
import { list } from './lists.ts'
import { type SampleCollection, texts } from './sample.ts'
import { ask, type SampleWizard, set, translated } from './wizards.ts'

export const shirtSizes = list(
  'shirt',
  texts('T-shirt size', 'Talla de camiseta', 'Taille de t-shirt'),
  texts('T-shirt sizes', 'Tallas de camiseta', 'Tailles de t-shirt'),
  'fas fa-shirt',
  ['S', 'M', 'L', 'XL'].map((size) => ({ key: size, name: texts(size, size, size) })),
)

export const campRegistrations: SampleCollection = {
  key: 'camp',
  name: texts('Camp registration', 'Inscripción al campamento', 'Inscription au camp'),
  pluralName: texts('Camp registrations', 'Inscripciones al campamento', 'Inscriptions au camp'),
  description: 'Campamento de verano, con 120 plazas.',
  icon: 'fad fa-campground',
  fields: [
    {
      column: 'born',
      title: texts('Date of birth', 'Fecha de nacimiento', 'Date de naissance'),
      dataType: 'date',
    },
    { column: 'allergies', title: texts('Allergies', 'Alergias', 'Allergies'), dataType: 'plain_text' },
    {
      column: 'shirt',
      title: texts('T-shirt size', 'Talla de camiseta', 'Taille de t-shirt'),
      dataType: 'single_selection_from_list',
      list: 'shirt',
    },
    { column: 'guardian', title: texts('Guardian', 'Tutor o tutora', 'Responsable'), dataType: 'plain_text' },
    {
      column: 'guardian_email',
      title: texts('Email', 'Correo electrónico', 'Courriel'),
      dataType: 'email_address',
    },
    { column: 'guardian_phone', title: texts('Phone', 'Teléfono', 'Téléphone'), dataType: 'phone_number' },
  ],
}

export const campWaitingList: SampleCollection = {
  key: 'campWaiting',
  name: texts('Waiting for a place', 'En lista de espera', 'Sur liste d’attente'),
  pluralName: texts('Camp waiting list', 'Lista de espera', 'Liste d’attente'),
  icon: 'fad fa-hourglass-half',
  parent: 'camp',
}

const allLanguages = { availableLanguages: ['es', 'en', 'fr'] as ('es' | 'en' | 'fr')[] }
const own = 'es' as const

const volunteerSignUp: SampleWizard = {
  name: texts('Become a volunteer', 'Hágase voluntario', 'Devenir bénévole'),
  description: texts(
    'Two minutes, and we will write to you with the next training day.',
    'Dos minutos, y le escribiremos con la próxima jornada de formación.',
    'Deux minutes, et nous vous écrirons avec la prochaine journée de formation.',
  ),
  icon: 'fas fa-hand-holding-heart',
  settings: { ...allLanguages, isPublic: true, runsWith: 'wizard' },
  thankYou: texts(
    '<p>Thank you! We will be in touch within a week.</p>',
    '<p>¡Gracias! Nos pondremos en contacto en una semana.</p>',
    '<p>Merci ! Nous vous contacterons d’ici une semaine.</p>',
  ),
  steps: [
    {
      title: texts('About you', 'Sobre usted', 'À propos de vous'),
      icon: 'fas fa-user',
      tasks: [
        {
          type: 'display_formatted_text',
          title: texts('Welcome', 'Bienvenida', 'Bienvenue'),
          settings: () =>
            translated(
              'textToDisplay',
              texts(
                '<p>We sort, pack and deliver food on Saturdays.</p>',
                '<p>Los sábados clasificamos, empaquetamos y repartimos alimentos.</p>',
                '<p>Le samedi, nous trions, emballons et livrons des denrées.</p>',
              ),
              own,
            ),
        },
        {
          type: 'create_data_record',
          title: texts('Your details', 'Sus datos', 'Vos coordonnées'),
          variable: 'volunteer',
          settings: (at) => ({
            dataCollectionId: at.collection('people'),
            fields: [
              ask(at.field('people', 'name'), {
                isRequired: true,
                ...translated('label', texts('Your name', 'Su nombre', 'Votre nom'), own),
              }),
              ask(at.field('people', 'email'), { isRequired: true, mayPrefill: true }),
              ask(at.field('people', 'phone')),
              ask(at.field('people', 'languages')),
              set(at.field('people', 'role'), at.record('role', 'Volunteer')),
              set(at.field('people', 'is_active'), false),
              set(at.field('people', 'household'), 1),
            ],
          }),
        },
      ],
    },
    {
      title: texts('Driving', 'Conducción', 'Conduite'),
      icon: 'fas fa-truck',
      tasks: [
        {
          type: 'create_temp_variable',
          title: texts('Driving', 'Conducción', 'Conduite'),
          variable: 'drives',
          settings: () => ({
            ...translated(
              'tempVariableLabel',
              texts(
                'Could you drive our van?',
                '¿Podría conducir nuestra furgoneta?',
                'Pourriez-vous conduire notre camionnette ?',
              ),
              own,
            ),
            tempVariableDataType: 'boolean',
            isRequired: false,
          }),
        },
        {
          type: 'update_data_fields_for_data_records',
          title: texts('Mark drivers', 'Marcar conductores', 'Marquer les chauffeurs'),
          condition: { field: 'drives', op: 'is', value: true },
          settings: (at) => ({
            recordsValue: 'volunteer',
            fields: [set(at.field('people', 'role'), at.record('role', 'Driver'))],
          }),
        },
      ],
    },
  ],
}

const camp: SampleWizard = {
  name: texts('Summer camp', 'Campamento de verano', 'Camp d’été'),
  description: texts(
    'Register a child. There are 120 places.',
    'Inscriba a un niño o una niña. Hay 120 plazas.',
    'Inscrivez un enfant. Il y a 120 places.',
  ),
  icon: 'fas fa-campground',
  settings: { ...allLanguages, isPublic: true, runsWith: 'wizard' },
  thankYou: texts(
    '<p>The place is yours. See you in July!</p>',
    '<p>La plaza es suya. ¡Nos vemos en julio!</p>',
    '<p>La place est à vous. À juillet !</p>',
  ),
  steps: [
    {
      title: texts('The child', 'El niño o la niña', 'L’enfant'),
      icon: 'fas fa-child',
      tasks: [
        {
          type: 'create_data_record',
          title: texts('Registration', 'Inscripción', 'Inscription'),
          variable: 'registration',
          settings: (at) => ({
            dataCollectionId: at.collection('camp'),
            fields: [
              ask(at.field('camp', 'name'), {
                isRequired: true,
                ...translated(
                  'label',
                  texts('Name of the child', 'Nombre del niño o la niña', 'Nom de l’enfant'),
                  own,
                ),
              }),
              ask(at.field('camp', 'born'), { isRequired: true }),
              ask(at.field('camp', 'allergies')),
              ask(at.field('camp', 'shirt')),
            ],
            capacity: {
              max: 120,
              counted: null,
              whenFull: 'stop',
              ...translated(
                'fullText',
                texts(
                  'All 120 places are taken.',
                  'Las 120 plazas están ocupadas.',
                  'Les 120 places sont prises.',
                ),
                own,
              ),
            },
          }),
        },
      ],
    },
    {
      title: texts('Guardian', 'Tutor o tutora', 'Responsable'),
      icon: 'fas fa-people-roof',
      tasks: [
        {
          type: 'update_data_fields_for_data_records',
          title: texts('How we reach you', 'Cómo localizarle', 'Comment vous joindre'),
          settings: (at) => ({
            recordsValue: 'registration',
            fields: [
              ask(at.field('camp', 'guardian'), { isRequired: true }),
              ask(at.field('camp', 'guardian_email'), { isRequired: true }),
              ask(at.field('camp', 'guardian_phone')),
            ],
          }),
        },
      ],
    },
  ],
}

const intake: SampleWizard = {
  name: texts('Intake of a family', 'Acogida de una familia', 'Accueil d’une famille'),
  description: texts(
    'Finds the family or creates it, and notes the visit.',
    'Busca la familia o la crea, y anota la visita.',
    'Trouve la famille ou la crée, et note la visite.',
  ),
  icon: 'fas fa-clipboard-check',
  settings: allLanguages,
  thankYou: texts('<p>Saved.</p>', '<p>Guardado.</p>', '<p>Enregistré.</p>'),
  steps: [
    {
      title: texts('Who is here?', '¿Quién ha venido?', 'Qui est là ?'),
      icon: 'fas fa-magnifying-glass',
      tasks: [
        {
          type: 'find_matching_data_records',
          title: texts('Find the family', 'Buscar la familia', 'Trouver la famille'),
          variable: 'family',
          settings: (at) => ({
            dataCollectionId: at.collection('people'),
            filterTemplate: { field: 'role', op: 'is', value: at.record('role', 'Family') },
            sort: [{ field: '@name', direction: 'asc' }],
            askUserToSelectSingleRecord: true,
            allowCreatingNewRecord: true,
            createRecordWhenNotMatching: true,
            canOverrideFilterTemplate: false,
            ...translated('newRecordLabel', texts('New family', 'Nueva familia', 'Nouvelle famille'), own),
            matchingRecordsSelectionDisplayFields: [
              at.field('people', 'phone'),
              at.field('people', 'household'),
            ],
            fields: [
              ask(at.field('people', 'name'), { isRequired: true }),
              ask(at.field('people', 'phone')),
              set(at.field('people', 'role'), at.record('role', 'Family')),
            ],
          }),
        },
      ],
    },
    {
      title: texts('Today', 'Hoy', 'Aujourd’hui'),
      icon: 'fas fa-basket-shopping',
      tasks: [
        {
          type: 'display_formatted_text',
          title: texts('Greeting', 'Saludo', 'Salutation'),
          settings: () =>
            translated(
              'textToDisplay',
              texts(
                '<p>Check the details of <b>{{ family.name }}</b>.</p>',
                '<p>Compruebe los datos de <b>{{ family.name }}</b>.</p>',
                '<p>Vérifiez les données de <b>{{ family.name }}</b>.</p>',
              ),
              own,
            ),
        },
        {
          type: 'update_data_fields_for_data_records',
          title: texts('Details', 'Datos', 'Données'),
          settings: (at) => ({
            recordsValue: 'family',
            fields: [
              ask(at.field('people', 'household'), { isRequired: true }),
              ask(at.field('people', 'address')),
              ask(at.field('people', 'notes')),
              set(at.field('people', 'is_active'), true),
            ],
          }),
        },
      ],
    },
  ],
  linkedTo: 'people',
}

const yearlyUpdate: SampleWizard = {
  name: texts('Your details, once a year', 'Sus datos, una vez al año', 'Vos données, une fois par an'),
  description: texts(
    'Opened by the personal link in our mail, or by a code that we send.',
    'Se abre con el enlace personal de nuestro correo o con un código que enviamos.',
    'S’ouvre par le lien personnel de notre courriel ou par un code que nous envoyons.',
  ),
  icon: 'fas fa-address-card',
  settings: { ...allLanguages, isPublic: true, runsWith: 'wizard', externalAccessBy: 'email' },
  thankYou: texts(
    '<p>Thank you, your details are up to date.</p>',
    '<p>Gracias, sus datos están al día.</p>',
    '<p>Merci, vos données sont à jour.</p>',
  ),
  steps: [
    {
      title: texts('Your details', 'Sus datos', 'Vos données'),
      icon: 'fas fa-user-pen',
      tasks: [
        {
          type: 'update_data_fields_for_data_records',
          title: texts('Is this still right?', '¿Sigue siendo correcto?', 'Est-ce toujours exact ?'),
          settings: (at) => ({
            recordsValue: 'bound',
            fields: [
              ask(at.field('people', 'phone')),
              ask(at.field('people', 'address')),
              ask(at.field('people', 'languages')),
            ],
          }),
        },
      ],
    },
  ],
  externalAccess: { collection: 'people', email: 'email' },
}

export const harborWizards: readonly SampleWizard[] = [volunteerSignUp, camp, intake, yearlyUpdate]
