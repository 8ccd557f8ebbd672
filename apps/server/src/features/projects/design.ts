/** Designs of the collections of projects and tasks, created in the language of the team's data. */

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
  type Created,
  choiceField,
  descriptionField,
  doneField,
  memberField,
  recordField,
  type Texts,
  type TitledField,
  texts,
} from './design-fields.ts'

interface Item {
  name: Texts
  color: string
  isDone?: boolean
}

interface Design {
  kind: InternalKind
  name: Texts
  pluralName: Texts
  icon: string
  /** Items of a custom list. */
  items?: readonly Item[]
  isGloballySearchable?: boolean
  representsPeople?: boolean
  fields?(created: Created): TitledField[]
}

const gray = '#64748b'
const blue = '#2563eb'
const amber = '#b45309'
const green = '#15803d'
const red = '#b91c1c'

/** In order of creation: each may refer to previous ones. */
export const designs: readonly Design[] = [
  {
    kind: 'task_status',
    name: texts('Task status', 'Estado de tarea', 'État de tâche'),
    pluralName: texts('Task statuses', 'Estados de tarea', 'États de tâche'),
    icon: 'fas fa-list-check',
    items: [
      { name: texts('To do', 'Por hacer', 'À faire'), color: gray },
      { name: texts('In progress', 'En curso', 'En cours'), color: blue },
      { name: texts('Waiting', 'En espera', 'En attente'), color: amber },
      { name: texts('Done', 'Hecho', 'Terminé'), color: green, isDone: true },
    ],
    fields: () => [doneField],
  },
  {
    kind: 'task_priority',
    name: texts('Task priority', 'Prioridad de tarea', 'Priorité de tâche'),
    pluralName: texts('Task priorities', 'Prioridades de tarea', 'Priorités de tâche'),
    icon: 'fas fa-flag',
    items: [
      { name: texts('Urgent', 'Urgente', 'Urgente'), color: red },
      { name: texts('High', 'Alta', 'Haute'), color: amber },
      { name: texts('Normal', 'Normal', 'Normale'), color: blue },
      { name: texts('Low', 'Baja', 'Basse'), color: gray },
    ],
  },
  {
    kind: 'project_status',
    name: texts('Project status', 'Estado de proyecto', 'État de projet'),
    pluralName: texts('Project statuses', 'Estados de proyecto', 'États de projet'),
    icon: 'fas fa-diagram-project',
    items: [
      { name: texts('Planned', 'Previsto', 'Prévu'), color: gray },
      { name: texts('Active', 'Activo', 'Actif'), color: blue },
      { name: texts('On hold', 'En pausa', 'En pause'), color: amber },
      { name: texts('Completed', 'Terminado', 'Achevé'), color: green, isDone: true },
    ],
    fields: () => [doneField],
  },
  {
    kind: 'member',
    name: texts('Team member', 'Miembro del equipo', 'Membre de l’équipe'),
    pluralName: texts('Team members', 'Miembros del equipo', 'Membres de l’équipe'),
    icon: 'fas fa-user',
    isGloballySearchable: false,
    representsPeople: true,
    fields: () => [
      {
        columnName: memberColumns.teamUser,
        title: texts('Team user', 'Usuario del equipo', 'Utilisateur de l’équipe'),
        dataType: 'number',
        isUnique: true,
        settings: { displayFormat: 'plain' },
      },
      { columnName: memberColumns.isActive, title: texts('Active', 'Activo', 'Actif'), dataType: 'boolean' },
    ],
  },
  {
    kind: 'project',
    name: texts('Project', 'Proyecto', 'Projet'),
    pluralName: texts('Projects', 'Proyectos', 'Projets'),
    icon: 'fas fa-diagram-project',
    fields: (created) => [
      choiceField(created, projectColumns.status, texts('Status', 'Estado', 'État'), 'project_status', 0),
      memberField(created, projectColumns.owner, texts('Owner', 'Responsable', 'Responsable')),
      {
        columnName: projectColumns.period,
        title: texts('Start and end', 'Inicio y fin', 'Début et fin'),
        dataType: 'date_range',
      },
      descriptionField(projectColumns.description),
    ],
  },
  {
    kind: 'task',
    name: texts('Task', 'Tarea', 'Tâche'),
    pluralName: texts('Tasks', 'Tareas', 'Tâches'),
    icon: 'fas fa-list-check',
    fields: (created) => [
      choiceField(created, taskColumns.status, texts('Status', 'Estado', 'État'), 'task_status', 0),
      choiceField(
        created,
        taskColumns.priority,
        texts('Priority', 'Prioridad', 'Priorité'),
        'task_priority',
        2,
      ),
      memberField(created, taskColumns.assignee, texts('Assignee', 'Asignada a', 'Confiée à')),
      {
        columnName: taskColumns.dueOn,
        title: texts('Due', 'Vencimiento', 'Échéance'),
        dataType: 'date',
        displayWidth: 'half',
      },
      recordField(taskColumns.project, texts('Project', 'Proyecto', 'Projet'), created.ids.get('project')),
      recordField(
        taskColumns.record,
        texts('Linked record', 'Registro vinculado', 'Enregistrement lié'),
        null,
      ),
      descriptionField(taskColumns.description),
      {
        columnName: taskColumns.position,
        title: texts('Place on the board', 'Lugar en el tablero', 'Place sur le tableau'),
        dataType: 'decimal',
      },
    ],
  },
]

/** Creates a collection within a change of the model, a list with its items. */
export async function createInternal(change: ModelChange, design: Design, created: Created): Promise<void> {
  const language = change.model.defaultDataLanguage
  const isList = design.items !== undefined
  const name = design.name[language]
  const input = createCollectionBody.parse({
    name: isList ? freeName(change, name) : name,
    nameTranslations: translationsOf(design.name, language),
    pluralName: design.pluralName[language],
    pluralNameTranslations: translationsOf(design.pluralName, language),
    icon: design.icon,
    isShownInSidebar: false,
    isGloballySearchable: design.isGloballySearchable ?? !isList,
    representsPeople: design.representsPeople ?? false,
    IsUsedAsCustomList: isList,
  })
  const id = await addCollection(change, input, design.kind)
  created.ids.set(design.kind, id)
  const fields = design.fields?.(created) ?? []
  if (fields.length > 0) {
    const titled = fields.map(({ title, ...field }) => ({
      ...field,
      title: title[language],
      titleTranslations: translationsOf(title, language),
    }))
    await addFields(change, id, titled, true)
  }
  if (isList) created.items.set(design.kind, await createItems(change, id, design))
}

/** Avoids names of the team's own lists by appending a number. */
function freeName({ model }: ModelChange, wanted: string): string {
  const taken = new Set(
    [...model.collections.values()].filter((one) => !one.deletedAt).map(({ name }) => name.toLowerCase()),
  )
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted} ${number}`
  return name
}

function translationsOf(texts: Texts, language: Language): Translations {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key !== language))
}

/** @returns ids in the order of the design */
async function createItems(
  { client, model }: ModelChange,
  listId: number,
  design: Design,
): Promise<number[]> {
  const system = systemFor(0, allOn(listId))
  const context = treeContext({ model, caller: system, executor: client }, listId)
  const items = itemValues(design, model.defaultDataLanguage, context.access).map((values) => ({ v: values }))
  const operationId = await insertOperation(context, 'create_records')
  const { ids } = await createRecords(context, items, operationId)
  await setRecordCount(client, model, operationId, ids.length)
  return ids
}

/** Values of items, with names in the data languages for which the list has columns. */
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
