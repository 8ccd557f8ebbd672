/** Messages of sample teams: templates, and one that was sent, in all three languages. */
import type { Language } from '@muster/contract/paging'
import type { Texts } from './lookup.ts'

export interface SampleContent {
  subject?: string
  preheader?: string
  heading?: string
  /** HTML of a mail. */
  html?: string
  /** A button's label and address. */
  button?: readonly [label: string, url: string]
  /** Of an SMS. */
  text?: string
}

export interface SampleTemplate {
  key: string
  name: string
  description: string
  method: 'EMAIL' | 'SMS'
  usedFor: 'marketing_and_participation' | 'participation_only' | 'transactional_only'
  isDraft?: boolean
  contents: Readonly<Record<Language, SampleContent>>
}

export interface SampleMessages {
  templates: readonly SampleTemplate[]
  /** Sent some days ago, from a template, to the people of a collection. */
  sent: { template: string; name: string; collection: string; daysAgo: number; languageColumn?: string }
}

const leave: Texts = {
  en: '<p><a href="{{ system.unsubscribe_url }}">Stop these emails</a></p>',
  es: '<p><a href="{{ system.unsubscribe_url }}">Dejar de recibir estos correos</a></p>',
  fr: '<p><a href="{{ system.unsubscribe_url }}">Ne plus recevoir ces courriels</a></p>',
}

export const foodBankMessages: SampleMessages = {
  templates: [
    {
      key: 'news',
      name: 'Boletín de otoño',
      description: 'Noticias para voluntarios, donantes y familias.',
      method: 'EMAIL',
      usedFor: 'marketing_and_participation',
      contents: {
        en: {
          subject: 'Autumn at the food bank',
          preheader: 'What we did together, and where we need hands',
          heading: 'Autumn at the food bank',
          html: `<p>Dear {{ field.name | default: "friend" }},</p><p>In October we packed 1,940 boxes for 612 families. Thank you. In November we need drivers for the new route along the coast.</p>${leave.en}`,
          button: ['Choose a shift', 'https://harbor.example/shifts'],
        },
        es: {
          subject: 'El otoño en el banco de alimentos',
          preheader: 'Lo que hicimos juntos y dónde hacen falta manos',
          heading: 'El otoño en el banco de alimentos',
          html: `<p>Hola, {{ field.name | default: "qué tal" }}:</p><p>En octubre preparamos 1940 cajas para 612 familias. Gracias. En noviembre necesitamos conductores para la nueva ruta de la costa.</p>${leave.es}`,
          button: ['Elegir un turno', 'https://harbor.example/turnos'],
        },
        fr: {
          subject: 'L’automne à la banque alimentaire',
          preheader: 'Ce que nous avons fait ensemble, et où il manque des bras',
          heading: 'L’automne à la banque alimentaire',
          html: `<p>Bonjour {{ field.name | default: "à vous" }},</p><p>En octobre, nous avons préparé 1 940 colis pour 612 familles. Merci. En novembre, il nous faut des chauffeurs pour la nouvelle tournée de la côte.</p>${leave.fr}`,
          button: ['Choisir un créneau', 'https://harbor.example/creneaux'],
        },
      },
    },
    {
      key: 'welcome',
      name: 'Bienvenida',
      description: 'Para quien acaba de apuntarse.',
      method: 'EMAIL',
      usedFor: 'transactional_only',
      contents: {
        en: {
          subject: 'Welcome to the food bank',
          heading: 'Welcome',
          html: '<p>Dear {{ field.name | default: "friend" }},</p><p>We have your details. The next training is on the first Saturday of the month at ten.</p>',
        },
        es: {
          subject: 'Le damos la bienvenida al banco de alimentos',
          heading: 'Bienvenida',
          html: '<p>Hola, {{ field.name | default: "qué tal" }}:</p><p>Ya tenemos sus datos. La próxima formación es el primer sábado del mes a las diez.</p>',
        },
        fr: {
          subject: 'Bienvenue à la banque alimentaire',
          heading: 'Bienvenue',
          html: '<p>Bonjour {{ field.name | default: "à vous" }},</p><p>Nous avons bien reçu vos coordonnées. La prochaine formation a lieu le premier samedi du mois à dix heures.</p>',
        },
      },
    },
    {
      key: 'reminder',
      name: 'Recordatorio de turno',
      description: 'SMS del día anterior.',
      method: 'SMS',
      usedFor: 'participation_only',
      isDraft: true,
      contents: {
        en: { text: 'Harbor Food Bank: your shift is tomorrow at 9. Reply STOP to get no more messages.' },
        es: {
          text: 'Harbor Food Bank: su turno es mañana a las 9. Responda BAJA para no recibir más mensajes.',
        },
        fr: {
          text: 'Harbor Food Bank - Votre créneau est demain à 9 h. Répondez ARRET pour ne plus rien recevoir.',
        },
      },
    },
  ],
  sent: {
    template: 'news',
    name: 'Boletín de otoño',
    collection: 'people',
    daysAgo: 9,
    languageColumn: 'languages',
  },
}

export const museumMessages: SampleMessages = {
  templates: [
    {
      key: 'opening',
      name: 'Opening of an exhibition',
      description: 'A text message to those whom an exhibition is about.',
      method: 'SMS',
      usedFor: 'participation_only',
      contents: {
        en: {
          text: 'Civic Museum: “Two chambers” opens on Friday at 6 pm. You are in it, {{ field.name }}. Reply STOP to get no more.',
        },
        es: {
          text: 'Civic Museum: «Dos cámaras» se inaugura el viernes a las 18 h. {{ field.name }}, usted sale en ella. Responda BAJA para no recibir más.',
        },
        fr: {
          text: 'Civic Museum - « Deux chambres » ouvre vendredi à 18 h. {{ field.name }}, vous y figurez. Répondez ARRET pour ne plus rien recevoir.',
        },
      },
    },
    {
      key: 'letter',
      name: 'Letter to members',
      description: 'The monthly letter of the museum.',
      method: 'EMAIL',
      usedFor: 'marketing_and_participation',
      contents: {
        en: {
          subject: 'This month at the museum',
          heading: 'This month at the museum',
          html: `<p>Dear {{ field.name | default: "member" }},</p><p>The new room on the first Congress is open, and entry is free on Sundays.</p>${leave.en}`,
          button: ['Plan a visit', 'https://museum.example/visit'],
        },
        es: {
          subject: 'Este mes en el museo',
          heading: 'Este mes en el museo',
          html: `<p>Hola, {{ field.name | default: "qué tal" }}:</p><p>La nueva sala sobre el primer Congreso está abierta y la entrada es gratuita los domingos.</p>${leave.es}`,
          button: ['Preparar una visita', 'https://museum.example/visita'],
        },
        fr: {
          subject: 'Ce mois-ci au musée',
          heading: 'Ce mois-ci au musée',
          html: `<p>Bonjour {{ field.name | default: "à vous" }},</p><p>La nouvelle salle consacrée au premier Congrès est ouverte, et l’entrée est gratuite le dimanche.</p>${leave.fr}`,
          button: ['Préparer une visite', 'https://museum.example/visite'],
        },
      },
    },
  ],
  sent: {
    template: 'opening',
    name: 'Opening of “Two chambers”',
    collection: 'currentSenators',
    daysAgo: 12,
  },
}
