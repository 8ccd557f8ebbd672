/** Every type of task in the builder. A type that is missing here does not compile. */
import type { TaskType } from '@muster/contract/wizards/tasks/definition'
import { addDataRecords } from './add_data_records_to_data_collection/index.ts'
import { createDataRecord } from './create_data_record/index.ts'
import { createTempVariable } from './create_temp_variable/index.ts'
import type { TaskUi } from './definition.ts'
import { displayDataView } from './display_dataview/index.ts'
import { displayFormattedText } from './display_formatted_text/index.ts'
import { exportToCsv } from './export_data_records_to_csv/index.ts'
import { findMatching } from './find_matching_data_records/index.ts'
import { removeDataRecords } from './remove_data_records_from_data_collection/index.ts'
import { sendOutgoingMessage } from './send_outgoing_message/index.ts'
import { updateDataFields } from './update_data_fields_for_data_records/index.ts'

export const taskUis = {
  add_data_records_to_data_collection: addDataRecords,
  create_data_record: createDataRecord,
  create_temp_variable: createTempVariable,
  display_dataview: displayDataView,
  display_formatted_text: displayFormattedText,
  export_data_records_to_csv: exportToCsv,
  find_matching_data_records: findMatching,
  remove_data_records_from_data_collection: removeDataRecords,
  send_outgoing_message: sendOutgoingMessage,
  update_data_fields_for_data_records: updateDataFields,
} satisfies Record<TaskType, TaskUi>

export const taskUiOf = (type: TaskType): TaskUi => taskUis[type]
