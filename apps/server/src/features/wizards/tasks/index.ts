/** Every type of task. A type that is missing here does not compile. */
import type { TaskType } from '@muster/contract/wizards/tasks/definition'
import { createDataRecord } from './create_data_record.ts'
import type { TaskHandler } from './definition.ts'
import { findMatching } from './find_matching_data_records.ts'
import { addToCollection, removeFromCollection } from './memberships.ts'
import {
  createTempVariable,
  displayDataView,
  displayFormattedText,
  exportToCsv,
  sendOutgoingMessage,
} from './simple.ts'
import { updateDataFields } from './update_data_fields_for_data_records.ts'

const handlers = {
  add_data_records_to_data_collection: addToCollection,
  create_data_record: createDataRecord,
  create_temp_variable: createTempVariable,
  display_dataview: displayDataView,
  display_formatted_text: displayFormattedText,
  export_data_records_to_csv: exportToCsv,
  find_matching_data_records: findMatching,
  remove_data_records_from_data_collection: removeFromCollection,
  send_outgoing_message: sendOutgoingMessage,
  update_data_fields_for_data_records: updateDataFields,
} satisfies Record<TaskType, unknown>

/** The handler of a type, whose settings have been parsed by the type's schema. */
export const taskHandler = (type: TaskType): TaskHandler<unknown> => handlers[type] as TaskHandler<unknown>
