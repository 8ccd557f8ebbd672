/** Records of a data view, the same for every recipient, as they are when the message is sent. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { type BlockType, boxSettings, problem, type ViewListSettings } from './definition.ts'

export const maxListRows = 50
export const maxListFields = 6

const settings = z.strictObject({
  dataViewId: idSchema.nullable().default(null),
  /** Displayed fields of the view, in this order. */
  dataFieldIds: z.array(idSchema).max(maxListFields).default([]),
  rowCount: z.number().int().min(1).max(maxListRows).default(10),
  layout: z.enum(['list', 'table']).default('list'),
  /** Titles of the fields, as the head of the table or before each value. */
  showsTitles: z.boolean().default(false),
  /** Shown if the view has no records. */
  emptyText: z.string().max(500).default(''),
  ...boxSettings,
})

export const viewList: BlockType<ViewListSettings & z.output<typeof settings>> = {
  type: 'view_list',
  settings,
  isOffered: true,
  texts: ({ emptyText }) => [{ path: 'emptyText', text: emptyText, kind: 'text' }],
  check({ dataViewId, dataFieldIds }, env) {
    if (dataViewId === null) return [problem('dataViewId', 'view_missing')]
    const known = env.fieldsOfView(dataViewId)
    if (!known) return [problem('dataViewId', 'view_gone')]
    return dataFieldIds.some((id) => known.includes(id)) ? [] : [problem('dataFieldIds', 'fields_missing')]
  },
  toText: (own, write) => write.list(own),
}
