/**
 * The editors of all field types. The app has them from the start, with the rest of `index.ts`; the page of a public
 * wizard has those that most first questions ask for, and loads the others when they are shown.
 */
import type { DataType } from '@muster/contract/fields/families'
import { type Late, late } from '../../../lib/late.ts'
import { withFullLook } from '../../../ui/load-full-look.ts'
import { fieldRules } from '../rules.ts'
import type { FieldTypeUi } from './definition.ts'

export type EditorUi = Pick<FieldTypeUi, 'Editor' | 'inputs'>

/** What is typed into these editors is a value only by the rules of its type. */
function withRules<Module>(get: () => Promise<Module>): Late<EditorUi> {
  return late(async () => {
    const [ui] = await Promise.all([withFullLook(get()), fieldRules.load()])
    return ui as unknown as EditorUi
  })
}

const editors = {
  boolean: withRules(() => import('./boolean/Editor.tsx')),
  code: withRules(() => import('./code/Editor.tsx')),
  date: withRules(() => import('./date/Editor.tsx')),
  date_range: withRules(() => import('./date_range/Editor.tsx')),
  date_time: withRules(() => import('./date_time/Editor.tsx')),
  decimal: withRules(() => import('./decimal/Editor.tsx')),
  detail_list: withRules(() => import('./detail_list/Editor.tsx')),
  email_address: withRules(() => import('./email_address/Editor.tsx')),
  financial_line_item: withRules(() => import('./financial_line_item/Editor.tsx')),
  financial_line_items: withRules(() => import('./financial_line_items/Editor.tsx')),
  formatted_text: withRules(() => import('./formatted_text/Editor.tsx')),
  icon: withRules(() => import('./icon/Editor.tsx')),
  money: withRules(() => import('./money/Editor.tsx')),
  multi_data_collection: withRules(() => import('./multi_data_collection/Editor.tsx')),
  multi_data_record: withRules(() => import('./multi_data_record/Editor.tsx')),
  multi_file: withRules(() => import('./multi_file/Editor.tsx')),
  multi_image: withRules(() => import('./multi_image/Editor.tsx')),
  multi_selection_from_list: withRules(() => import('./multi_selection_from_list/Editor.tsx')),
  number: withRules(() => import('./number/Editor.tsx')),
  payment_status: withRules(() => import('./payment_status/Editor.tsx')),
  percentage: withRules(() => import('./percentage/Editor.tsx')),
  phone_number: withRules(() => import('./phone_number/Editor.tsx')),
  physical_address: withRules(() => import('./physical_address/Editor.tsx')),
  plain_text: withRules(() => import('./plain_text/Editor.tsx')),
  rating: withRules(() => import('./rating/Editor.tsx')),
  single_data_collection: withRules(() => import('./single_data_collection/Editor.tsx')),
  single_data_record: withRules(() => import('./single_data_record/Editor.tsx')),
  single_file: withRules(() => import('./single_file/Editor.tsx')),
  single_image: withRules(() => import('./single_image/Editor.tsx')),
  single_selection_from_list: withRules(() => import('./single_selection_from_list/Editor.tsx')),
  url: withRules(() => import('./url/Editor.tsx')),
  video: withRules(() => import('./video/Editor.tsx')),
} satisfies Record<DataType, Late<EditorUi>>

export function knowEditors(uis: Partial<Record<DataType, unknown>>): void {
  for (const [dataType, ui] of Object.entries(uis)) editors[dataType as DataType].know(ui as EditorUi)
}

/** While rendering: suspends until the editor is there. */
export const editorOf = (dataType: DataType): EditorUi => editors[dataType].use()
