/** The collections of projects and tasks as a team gets them, in the words of its data. */

import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { nameColumn } from '@muster/contract/lists/items'
import type { Language, Translations } from '@muster/contract/paging'
import {
  isDoneColumn,
  memberColumns,
  projectColumns,
  taskColumns,
} from '@muster/contract/projects/projects.rules'
import { addFields } from '../../engine/public.design.ts'
import {
  allOn,
  type CollectionAccess,
  createRecords,
  insertOperation,
  type ModelChange,
  setRecordCount,
  systemFor,
  treeContext,
} from '../../engine/public.ts'
import { addCollection, type InternalKind } from '../collections/public.ts'
import {
  choiceField,
  descriptionField,
  doneField,
  type Made,
  memberField,
  recordField,
  type TitledField,
  type Words,
  words,
} from './design-fields.ts'

interface Item {
  name: Words
  color: string
  isDone?: boolean
}

interface Design {
  kind: InternalKind
  name: Words
  pluralName: Words
  icon: string
  /** Of a custom list. */
  items?: readonly Item[]
  isGloballySearchable?: boolean
  representsPeople?: boolean
  fields?(made: Made): TitledField[]
}

const gray = '#64748b'
const blue = '#2563eb'
const amber = '#b45309'
const green = '#15803d'
const red = '#b91c1c'

/** In the order in which they are made: each refers to those before it. */
export const designs: readonly Design[] = [
  {
    kind: 'task_status',
    name: words('Task status', 'Estado de tarea', 'État de tâche'),
    pluralName: words('Task statuses', 'Estados de tarea', 'États de tâche'),
    icon: 'fas fa-list-check',
    items: [
      { name: words('To do', 'Por hacer', 'À faire'), color: gray },
      { name: words('In progress', 'En curso', 'En cours'), color: blue },
      { name: words('Waiting', 'En espera', 'En attente'), color: amber },
      { name: words('Done', 'Hecho', 'Terminé'), color: green, isDone: true },
    ],
    fields: () => [doneField],
  },
  {
    kind: 'task_priority',
    name: words('Task priority', 'Prioridad de tarea', 'Priorité de tâche'),
    pluralName: words('Task priorities', 'Prioridades de tarea', 'Priorités de tâche'),
    icon: 'fas fa-flag',
    items: [
      { name: words('Urgent', 'Urgente', 'Urgente'), color: red },
      { name: words('High', 'Alta', 'Haute'), color: amber },
      { name: words('Normal', 'Normal', 'Normale'), color: blue },
      { name: words('Low', 'Baja', 'Basse'), color: gray },
    ],
  },
  {
    kind: 'project_status',
    name: words('Project status', 'Estado de proyecto', 'État de projet'),
    pluralName: words('Project statuses', 'Estados de proyecto', 'États de projet'),
    icon: 'fas fa-diagram-project',
    items: [
      { name: words('Planned', 'Previsto', 'Prévu'), color: gray },
      { name: words('Active', 'Activo', 'Actif'), color: blue },
      { name: words('On hold', 'En pausa', 'En pause'), color: amber },
      { name: words('Completed', 'Terminado', 'Achevé'), color: green, isDone: true },
    ],
    fields: () => [doneField],
  },
  {
    kind: 'member',
    name: words('Team member', 'Miembro del equipo', 'Membre de l’équipe'),
    pluralName: words('Team members', 'Miembros del equipo', 'Membres de l’équipe'),
    icon: 'fas fa-user',
    isGloballySearchable: false,
    representsPeople: true,
    fields: () => [
      {
        columnName: memberColumns.teamUser,
        title: words('Team user', 'Usuario del equipo', 'Utilisateur de l’équipe'),
        dataType: 'number',
        isUnique: true,
        settings: { displayFormat: 'plain' },
      },
      { columnName: memberColumns.isActive, title: words('Active', 'Activo', 'Actif'), dataType: 'boolean' },
    ],
  },
  {
    kind: 'project',
    name: words('Project', 'Proyecto', 'Projet'),
    pluralName: words('Projects', 'Proyectos', 'Projets'),
    icon: 'fas fa-diagram-project',
    fields: (made) => [
      choiceField(made, projectColumns.status, words('Status', 'Estado', 'État'), 'project_status', 0),
      memberField(made, projectColumns.owner, words('Owner', 'Responsable', 'Responsable')),
      {
        columnName: projectColumns.period,
        title: words('Start and end', 'Inicio y fin', 'Début et fin'),
        dataType: 'date_range',
      },
      descriptionField(projectColumns.description),
    ],
  },
  {
    kind: 'task',
    name: words('Task', 'Tarea', 'Tâche'),
    pluralName: words('Tasks', 'Tareas', 'Tâches'),
    icon: 'fas fa-list-check',
    fields: (made) => [
      choiceField(made, taskColumns.status, words('Status', 'Estado', 'État'), 'task_status', 0),
      choiceField(made, taskColumns.priority, words('Priority', 'Prioridad', 'Priorité'), 'task_priority', 2),
      memberField(made, taskColumns.assignee, words('Assignee', 'Asignada a', 'Confiée à')),
      {
        columnName: taskColumns.dueOn,
        title: words('Due', 'Vencimiento', 'Échéance'),
        dataType: 'date',
        displayWidth: 'half',
      },
      recordField(taskColumns.project, words('Project', 'Proyecto', 'Projet'), made.ids.get('project')),
      recordField(
        taskColumns.record,
        words('Linked record', 'Registro vinculado', 'Enregistrement lié'),
        null,
      ),
      descriptionField(taskColumns.description),
      {
        columnName: taskColumns.position,
        title: words('Place on the board', 'Lugar en el tablero', 'Place sur le tableau'),
        dataType: 'decimal',
      },
    ],
  },
]

/** Makes one of them within a change of the model, a list with its items. */
export async function makeInternal(change: ModelChange, design: Design, made: Made): Promise<void> {
  const language = change.model.defaultDataLanguage
  const isList = design.items !== undefined
  const name = design.name[language]
  const input = createCollectionBody.parse({
    name: isList ? freeName(change, name) : name,
    nameTranslations: othersOf(design.name, language),
    pluralName: design.pluralName[language],
    pluralNameTranslations: othersOf(design.pluralName, language),
    icon: design.icon,
    isShownInSidebar: false,
    isGloballySearchable: design.isGloballySearchable ?? !isList,
    representsPeople: design.representsPeople ?? false,
    IsUsedAsCustomList: isList,
  })
  const id = await addCollection(change, input, design.kind)
  made.ids.set(design.kind, id)
  const fields = design.fields?.(made) ?? []
  if (fields.length > 0) {
    const titled = fields.map(({ title, ...field }) => ({
      ...field,
      title: title[language],
      titleTranslations: othersOf(title, language),
    }))
    await addFields(change, id, titled, true)
  }
  if (isList) made.items.set(design.kind, await makeItems(change, id, design))
}

/** The lists stand among the team's own, which may have one of that name. */
function freeName({ model }: ModelChange, wanted: string): string {
  const taken = new Set(
    [...model.collections.values()].filter((one) => !one.deletedAt).map(({ name }) => name.toLowerCase()),
  )
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted} ${number}`
  return name
}

function othersOf(texts: Words, language: Language): Translations {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key !== language))
}

/** @returns ids in the order of the design */
async function makeItems({ client, model }: ModelChange, listId: number, design: Design): Promise<number[]> {
  const system = systemFor(0, allOn(listId))
  const context = treeContext({ model, caller: system, executor: client }, listId)
  const items = itemValues(design, model.defaultDataLanguage, context.access).map((values) => ({ v: values }))
  const operationId = await insertOperation(context, 'create_records')
  const { ids } = await createRecords(context, items, operationId)
  await setRecordCount(client, model, operationId, ids.length)
  return ids
}

/** Names in those languages of the team's data that the list has columns for. */
function itemValues(
  { items = [] }: Design,
  language: Language,
  { fields }: CollectionAccess,
): Record<string, unknown>[] {
  return items.map(({ name, color, isDone }, index) => ({
    name: name[language],
    color,
    rank: index + 1,
    ...(fields.has(isDoneColumn) ? { [isDoneColumn]: isDone ?? false } : {}),
    ...Object.fromEntries(
      (Object.keys(name) as Language[])
        .filter((other) => fields.has(nameColumn(other)))
        .map((other) => [nameColumn(other), name[other]]),
    ),
  }))
}
