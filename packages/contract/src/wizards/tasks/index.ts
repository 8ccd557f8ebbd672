/** Every type of task. A type that is missing here does not compile. */
import { createDataRecord } from './create_data_record.ts'
import { createTempVariable } from './create_temp_variable.ts'
import type { TaskType, WizardTaskType } from './definition.ts'
import { displayDataView } from './display_dataview.ts'
import { displayFormattedText } from './display_formatted_text.ts'
import { exportToCsv } from './export_data_records_to_csv.ts'
import { findMatching } from './find_matching_data_records.ts'
import { addToCollection, removeFromCollection } from './memberships.ts'
import { sendOutgoingMessage } from './send_outgoing_message.ts'
import { updateDataFields } from './update_data_fields_for_data_records.ts'

export const wizardTasks = {
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
} satisfies { [Type in TaskType]: { type: TaskType } }

/** A type of task by its name, whatever its settings. */
export const wizardTask = (type: TaskType): WizardTaskType => wizardTasks[type] as unknown as WizardTaskType
